import type { DeploymentDetail } from '@cloudwright/contract';

/** What every tab of the status page gets. */
export interface TabProps {
  deployment: DeploymentDetail;
  /** How often to ask again while something moves; false once it stands still or events come in. */
  refetchInterval: number | false;
}
