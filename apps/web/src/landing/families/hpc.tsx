import DnsOutlined from '@mui/icons-material/DnsOutlined';
import LanOutlined from '@mui/icons-material/LanOutlined';
import MemoryOutlined from '@mui/icons-material/MemoryOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import SpeedOutlined from '@mui/icons-material/SpeedOutlined';
import type { Family } from '../family.ts';
import { ReviewCard } from './review-card.tsx';

export const hpc: Family = {
  base: '/hpc/i',
  headline: 'A cluster that fits the job, and ends with it.',
  description: 'High-performance computing from your own catalogue: schedulers, node pools and shared file systems, priced and checked against quota before the first core starts.',
  clouds: 'Node pools · Parallel file systems · Batch',
  hero: (
    <ReviewCard
      title="HPC cluster with node pools"
      time="ready in 11 min"
      rows={[
        { tone: 'success', label: 'Scheduler', value: '1 node, always on' },
        { tone: 'info', label: 'Pool a', value: '0 to 16 nodes, scales to zero' },
        { tone: 'warning', label: 'Quota', value: '112 of 120 vCPU left', fix: true },
        { tone: 'success', label: 'Scratch', value: '4 TiB parallel file system' },
        { tone: 'success', label: 'Cost', value: '$3.60 per node hour' },
      ]}
    />
  ),
  cards: [
    { Icon: DnsOutlined, title: 'Pools that follow the queue', text: 'From zero to the limit you set, and back when the queue is empty.' },
    { Icon: MemoryOutlined, title: 'Sizes with quota left', text: 'Only what your subscription can start in that region, asked at this moment.' },
    { Icon: SpeedOutlined, title: 'Fast storage beside the nodes', text: 'Scratch for the run, a data lake for what stays.' },
    { Icon: SavingsOutlined, title: 'Price by node hour', text: 'What an hour costs, before the job is submitted.' },
    { Icon: ScheduleOutlined, title: 'Ends by itself', text: 'Idle nodes stop, and what nobody needs is cleaned up.' },
    { Icon: LanOutlined, title: 'Inside your network', text: 'Login nodes behind a bastion, no public addresses.' },
  ],
  slides: [
    { title: 'Choose a cluster', text: 'Reviewed blueprints for schedulers and batch pools.' },
    { title: 'Set the pools', text: 'Name, size, count and image; as many pools as you need.' },
    { title: 'Check quota and cost', text: 'Short by eight cores? It says so, and where there is room.' },
    { title: 'Run', text: 'Jobs start when the nodes are there; progress is live.' },
  ],
  testimonials: [
    { quote: 'The quota check alone saves us a failed night run every week.', who: 'A simulation group’s pilot' },
    { quote: 'Our clusters now cost nothing on Sundays.', who: 'An engineering team’s pilot' },
  ],
  pages: {
    overview: {
      title: 'Computing when you need it',
      lead: 'Clusters described once, reviewed once, and started by the people who use them.',
      sections: [
        { title: 'Described', text: 'Scheduler, pools, network and storage in one blueprint with versions.' },
        { title: 'Checked', text: 'Quota by family and region, names, policies and cost before anything starts.' },
      ],
    },
    offering: {
      title: 'What is in the catalogue',
      lead: 'Blueprints for common ways of computing, to be copied and changed.',
      sections: [
        { title: 'Cluster with node pools', text: 'A scheduler, autoscaling pools and a shared file system.' },
        { title: 'Batch pool', text: 'Low-priority nodes with your image and a job template.' },
        { title: 'GPU workstation', text: 'One strong machine with your data mounted, stopped every evening.' },
      ],
    },
    benefits: {
      title: 'Why not a machine of your own',
      lead: 'The queue is shorter on Monday and the bill is smaller on Sunday.',
      sections: [
        { title: 'No waiting', text: 'Capacity follows the queue, within the limit you set.' },
        { title: 'No leftovers', text: 'What a run needed ends with the run.' },
      ],
    },
    learn: {
      title: 'First cluster',
      lead: 'From the catalogue to a running job in an hour.',
      sections: [
        { title: 'Start small', text: 'One pool, zero to two nodes, and a job that says hello from each.' },
        { title: 'Then grow', text: 'Raise the pool’s limit; the summary shows what changes and what it costs.' },
      ],
    },
    contact: { title: 'Ask about computing', lead: 'Tell us what you run and how long it takes today.', sections: [{ title: 'Useful to know', text: 'Software, cores, memory per core, data in and out, and how often.' }] },
    register: { title: 'Get computing access', lead: 'Your organization’s administrator gives you the role to provision clusters.', sections: [{ title: 'What you need', text: 'An account in the portal and a subscription with quota in your region.' }] },
    signup: { title: 'Try a cluster', lead: 'A trial organization with the computing blueprints, on the sandbox or on your subscription.', sections: [{ title: 'What we set up', text: 'The organization, your administrator account and the shared clusters.' }] },
  },
};
