import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { regionName } from '@cloudwright/contract/enums';
import { CopyButton, Mono } from '../../shared/entities/facts.tsx';
import { formatMoney } from '../../shared/entities/format.ts';
import { PriceLabel } from '../../shared/entities/PriceLabel.tsx';
import { Facts } from '../../shared/page/SidePanel.tsx';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import type { TabProps } from './tab.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** What the deployment answered, each value to be copied. */
export const OutputsTab = ({ deployment }: TabProps) => {
  const outputs = Object.entries(deployment.outputs);
  if (outputs.length === 0)
    return (
      <Card>
        <EmptyState art="empty" title="No outputs">
          {deployment.finishedAt ? 'This template answers nothing.' : 'They come when it is over.'}
        </EmptyState>
      </Card>
    );
  return (
    <SimpleTable
      isStacked
      label="Outputs"
      head={['Name', 'Type', 'Value', '']}
      rows={outputs.map(([name, { type, value, isSecret }]) => [
        <Mono key="n">{name}</Mono>,
        type,
        isSecret ? '••••••••' : <Mono key="v">{textOf(value)}</Mono>,
        isSecret ? null : <CopyButton key="c" text={textOf(value)} label={`Copy ${name}`} />,
      ])}
    />
  );
};

/** What it was asked with; secrets are never shown. */
export const InputsTab = ({ deployment }: TabProps) => (
  <Card sx={{ p: 5 }}>
    <Facts
      rows={[
        ['Blueprint', `${deployment.blueprintTitle} v${deployment.blueprintVersion}`],
        ['Attempt', String(deployment.attempt)],
        ['Region', regionName(deployment.region)],
        ...Object.entries(deployment.parameters).map(([name, value]): [string, React.ReactNode] => [
          name,
          deployment.secretParameters.includes(name) ? '••••••••' : <Mono key={name}>{textOf(value)}</Mono>,
        ]),
        ['Tags', Object.entries(deployment.tags).map(([name, value]) => `${name}: ${value}`).join(', ') || 'None'],
        ['Cloud deployment', deployment.cloudDeploymentName ? <Mono key="c" copy>{deployment.cloudDeploymentName}</Mono> : '–'],
      ]}
    />
  </Card>
);

/** What it was estimated to cost when it was asked for. */
export const CostTab = ({ deployment: { estimate } }: TabProps) =>
  estimate === null ? (
    <Card>
      <EmptyState art="empty" title="Price not available">
        Nothing in this deployment has a price in the list.
      </EmptyState>
    </Card>
  ) : (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Card sx={{ p: 5 }}>
        <PriceLabel size="large" monthly={estimate.monthly} isComplete={estimate.isComplete} />
      </Card>
      <SimpleTable
        isStacked
        label="Cost estimate"
        head={['Resource', 'Meter', 'A month', 'Assumes', 'Confidence']}
        rows={estimate.lines.map((line) => [
          <Mono key="r">{line.resource}</Mono>,
          line.meter ?? '–',
          line.monthly === null ? 'Price not available' : formatMoney(line.monthly, estimate.monthly?.currency ?? 'USD'),
          line.assumptions.join(' ') || '–',
          line.confidence === 'none' ? '–' : line.confidence,
        ])}
      />
    </Box>
  );
