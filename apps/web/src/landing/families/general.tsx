import CloudOutlined from '@mui/icons-material/CloudOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import HomeWorkOutlined from '@mui/icons-material/HomeWorkOutlined';
import PolicyOutlined from '@mui/icons-material/PolicyOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type { Family } from '../family.ts';
import { ReviewCard } from './review-card.tsx';

export const general: Family = {
  base: '',
  headline: 'Understand a deployment before it runs.',
  description: 'Cloudwright is your organization’s own marketplace for the cloud: reviewed, priced, checked against policy, and followed to the last resource.',
  clouds: 'Azure · Azure Government · AWS',
  hero: (
    <ReviewCard
      title="Review before deploying"
      time="0.21 s"
      rows={[
        { tone: 'info', label: 'Changes', value: '30 create · 1 same' },
        { tone: 'error', label: 'Policy', value: '1 denied: public network access', fix: true },
        { tone: 'warning', label: 'Quota', value: '8 vCPU short in East US' },
        { tone: 'success', label: 'Cost', value: '$1,284.60 / month, + $214.10' },
        { tone: 'success', label: 'Permissions', value: 'All 6 allowed' },
      ]}
    />
  ),
  cards: [
    { Icon: StorefrontOutlined, title: 'A marketplace people understand', text: 'Blueprints with a form, a price and your rules, deployable by anyone with the right role.' },
    { Icon: FactCheckOutlined, title: 'Reviewed before it runs', text: 'Resources, policy verdicts, quota, names and cost on one page, before anything is sent.' },
    { Icon: SavingsOutlined, title: 'Limits that hold', text: 'Budgets that block an order, not a mail after the bill.' },
    { Icon: PolicyOutlined, title: 'Compliance with reasons', text: 'Which condition, which value, and the change that would pass.' },
    { Icon: CloudOutlined, title: 'Azure, Azure Government, AWS', text: 'One portal, one set of roles, every subscription and account.' },
    { Icon: HomeWorkOutlined, title: 'Yours to host', text: 'One command, no cloud account needed to try it.' },
  ],
  slides: [
    { title: 'Import a template', text: 'Drop an ARM template with its linked parts. Every diagnostic points at its line.' },
    { title: 'Answer its questions', text: 'Regions, sizes with quota left, networks that exist: the form is made from the template.' },
    { title: 'Read what will happen', text: 'Every resource, its price and its place in the order of work, before it is sent.' },
    { title: 'Follow it live', text: 'Progress per resource; an error says which parameter caused it and what to do.' },
    { title: 'Clean up', text: 'Delete in an order that works, or keep what you still need.' },
  ],
  testimonials: [
    { quote: 'The first review caught a public storage account that three people had approved.', who: 'A platform team’s pilot' },
    { quote: 'People stopped asking us for machines. They ask which blueprint to take.', who: 'A research computing group’s pilot' },
  ],
  pages: {
    overview: {
      title: 'One place for every deployment',
      lead: 'A portal between your people and the cloud: they choose from what you have reviewed, and see what it costs and changes before it runs.',
      sections: [
        { title: 'For people who need something', text: 'A catalogue in plain words, a form with live choices, and a page that follows the deployment to its end.' },
        { title: 'For people who run the platform', text: 'Versioned blueprints, roles with 139 permissions, an audit log of every write, and one ledger of what was deployed by whom.' },
        { title: 'For people who pay', text: 'An estimate on every blueprint and every review, with its assumptions written beside it.' },
        { title: 'For people who are responsible', text: 'Policies are judged before the cloud is called, with the condition and the value that decided.' },
      ],
    },
    offering: {
      title: 'What you get',
      lead: 'The whole portal, hosted by you, with its own template engine and a sandbox cloud to learn and test on.',
      sections: [
        { title: 'Marketplace', text: 'Your own blueprints and shared ones, searchable, with versions that never change once published.' },
        { title: 'Engine', text: 'Templates are evaluated by the portal itself: loops, nested and linked deployments, references.' },
        { title: 'Sandbox cloud', text: 'Speaks the cloud’s own protocols on your machine. No account, no bill.' },
        { title: 'Open data', text: 'Every list exports whole as CSV, and the interface is described as OpenAPI.' },
      ],
    },
    benefits: {
      title: 'Why teams use it',
      lead: 'Fewer failed deployments, fewer tickets, and no surprises on the bill.',
      sections: [
        { title: 'Failures explained', text: 'The commonest cloud errors come with the parameter and value that caused them and the next step.' },
        { title: 'Nothing lost', text: 'What was ordered is recorded before the cloud is called; a crash in the middle is picked up where it stopped.' },
        { title: 'Secrets stay secret', text: 'Sealed at rest, masked in logs, ledger and downloads.' },
        { title: 'Access that can be explained', text: 'A page shows why someone can or cannot see something, permission by permission.' },
      ],
    },
    learn: {
      title: 'Learn by doing',
      lead: 'The sandbox behaves like the real cloud, quotas and refusals included.',
      sections: [
        { title: 'First deployment', text: 'Sign in, choose a blueprint, answer its questions, read the summary, deploy, and watch it live.' },
        { title: 'Make it fail', text: 'Names such as fail-quota or fail-conflict fail on purpose, so that you can see how errors are explained.' },
        { title: 'Bring a template', text: 'Import one of your own. What the engine finds is shown at its line before anything is stored.' },
        { title: 'Tidy up', text: 'Delete the deployment with its resources and look at the order in which it happens.' },
      ],
    },
    contact: {
      title: 'Talk to us',
      lead: 'Questions about this installation go to the people who run it.',
      sections: [
        { title: 'Access', text: 'Ask for an invitation, a role, or another organization.' },
        { title: 'Blueprints', text: 'Tell us what you need more than once: it should be in the catalogue.' },
      ],
    },
    register: {
      title: 'Get access',
      lead: 'Accounts belong to your organization’s directory. You get in by invitation, or because your directory joins by itself.',
      sections: [
        { title: 'By invitation', text: 'An administrator sends a link; sign in with the invited address within seven days.' },
        { title: 'By directory', text: 'If your directory is connected, your first sign-in creates the account with a default role.' },
      ],
    },
    signup: {
      title: 'Request a trial',
      lead: 'Tell us who you are and what you would like to deploy first.',
      sections: [
        { title: 'What we set up', text: 'An organization of your own, an administrator account for you, and the shared blueprints.' },
        { title: 'What you need', text: 'A work account in a directory. A cloud subscription can come later: the sandbox needs none.' },
      ],
    },
  },
};
