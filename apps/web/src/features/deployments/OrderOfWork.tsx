import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { DeploymentPlan } from '@cloudwright/contract';
import { lazy, Suspense } from 'react';
import { countOf } from '../../shared/entities/format.ts';
import type { WorkItem } from './order-of-work.ts';

const GraphView = lazy(() => import('../../shared/ui/GraphView.tsx').then((module) => ({ default: module.GraphView })));

/** The resources in the order they are made, each with how it stands now. */
export function OrderOfWork({ items, edges }: { items: WorkItem[]; edges: DeploymentPlan['edges'] }) {
  const waves = new Set(items.map(({ wave }) => wave ?? 0)).size;
  return (
    <Card component="section" aria-label="Order of work" sx={{ p: { xs: 4, sm: 5 }, minWidth: 0 }}>
      <Typography variant="h2">Order of work</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {countOf(items.length, 'resource')} in {countOf(waves, 'wave')}{waves > 1 ? ': each waits for what leads to it' : ''}.
      </Typography>
      <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
        <GraphView label="Resources in the order of work" nodes={items} edges={edges} />
      </Suspense>
    </Card>
  );
}
