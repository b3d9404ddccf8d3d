import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import type { Family } from '../family.ts';
import { ReviewCard } from './review-card.tsx';

export const research: Family = {
  base: '/research',
  headline: 'Research workspaces, ready before the grant meeting ends.',
  description: 'Workstations, data stores and clusters that researchers order by themselves, inside the rules their institution has set.',
  clouds: 'Workstations · Data stores · Notebooks',
  hero: (
    <ReviewCard
      title="Research workstation"
      time="within budget"
      rows={[
        { tone: 'success', label: 'Project', value: 'Genomics, until June' },
        { tone: 'info', label: 'Data', value: '2.3 TB mounted read-only' },
        { tone: 'success', label: 'Protection', value: 'No public access, backed up' },
        { tone: 'warning', label: 'Budget', value: '82 % used this quarter' },
        { tone: 'success', label: 'Cost', value: '$212.40 / month, stopped at night' },
      ]}
    />
  ),
  cards: [
    { Icon: ScienceOutlined, title: 'Ready-made workspaces', text: 'A desktop with the data and tools of the project, not an empty machine.' },
    { Icon: SecurityOutlined, title: 'Protected by default', text: 'Private networks, encryption and backups are part of the blueprint.' },
    { Icon: GroupsOutlined, title: 'Shared with the group', text: 'Assign a deployment to colleagues, or share it for reading.' },
    { Icon: SavingsOutlined, title: 'Inside the grant', text: 'An estimate before, limits during, a report after.' },
    { Icon: FactCheckOutlined, title: 'Reproducible', text: 'The version and every input of a deployment are kept and can be run again.' },
    { Icon: SchoolOutlined, title: 'For teaching, too', text: 'The same workspace for thirty students, removed after the course.' },
  ],
  slides: [
    { title: 'Find a workspace', text: 'Search the catalogue in your own words.' },
    { title: 'Say what it is for', text: 'Project, size and data. The form asks nothing it can find out.' },
    { title: 'See the cost', text: 'By month, with what was assumed.' },
    { title: 'Work', text: 'Start and stop it yourself, and hand it over when the project ends.' },
  ],
  testimonials: [
    { quote: 'A new doctoral student was computing on the first morning.', who: 'An institute’s pilot' },
    { quote: 'We can show the funder what was run, with which version, on which data.', who: 'A data steward’s pilot' },
  ],
  pages: {
    overview: {
      title: 'Research in the cloud, without a cloud course',
      lead: 'Researchers order workspaces; the institution sets the rules once.',
      sections: [
        { title: 'For researchers', text: 'Plain words, live prices, and a machine that is there in minutes.' },
        { title: 'For the institution', text: 'Roles, policies, budgets and an audit log.' },
      ],
    },
    offering: {
      title: 'What is in the catalogue',
      lead: 'Workspaces for common kinds of research.',
      sections: [
        { title: 'Research workstation', text: 'A GPU desktop with data mounted, stopped every evening, backed up every night.' },
        { title: 'Data lake', text: 'Zoned storage with access lists for each project.' },
        { title: 'Web application with database', text: 'For surveys, registries and results.' },
      ],
    },
    benefits: {
      title: 'Why it helps',
      lead: 'Less waiting, less copying, more to show.',
      sections: [
        { title: 'Reproducible', text: 'Every deployment can be repeated with the same version and inputs.' },
        { title: 'Accountable', text: 'Cost and access by project, at any time.' },
      ],
    },
    learn: {
      title: 'Start with a workstation',
      lead: 'The shortest way from a question to a running analysis.',
      sections: [
        { title: 'Order', text: 'Choose the workstation, a size that fits the budget, and the data to mount.' },
        { title: 'Work', text: 'Start it in the morning; it stops by itself in the evening.' },
      ],
    },
    contact: { title: 'Ask about research computing', lead: 'Tell us about the project and its data.', sections: [{ title: 'Useful to know', text: 'Amount and protection class of the data, tools, people, and the end of the project.' }] },
    register: { title: 'Get research access', lead: 'Sign in with your institution’s account; your group’s administrator gives you a role.', sections: [{ title: 'Guests', text: 'Partners from other institutions come in as guests of your directory.' }] },
    signup: { title: 'Try a workspace', lead: 'A trial organization for your group.', sections: [{ title: 'What we set up', text: 'The organization, your administrator account and the research blueprints.' }] },
  },
};
