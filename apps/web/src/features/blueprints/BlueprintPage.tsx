import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { BlueprintDetail } from '@cloudwright/contract';
import { regionName } from '@cloudwright/contract/enums';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { q } from '../../shared/api/api.ts';
import { countOf, formatMoney, formatQuantity } from '../../shared/entities/format.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { PriceLabel } from '../../shared/entities/PriceLabel.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { Facts } from '../../shared/page/SidePanel.tsx';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import { AppLink } from '../../shared/ui/AppLink.tsx';
import { RouterAnchor } from '../../shared/ui/router-anchor.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { BlueprintIcon } from './BlueprintIcon.tsx';
import { expandQuery } from './engine/engine.ts';
import { kindName } from '../../shared/entities/kind-name.ts';
import { searchOf } from './BlueprintsPage.tsx';

const Markdown = lazy(() => import('../../shared/ui/Markdown.tsx').then((module) => ({ default: module.Markdown })));
const GraphView = lazy(() => import('../../shared/ui/GraphView.tsx').then((module) => ({ default: module.GraphView })));

const tabs = ['overview', 'resources', 'parameters', 'cost', 'versions', 'deployments'] as const;
type TabName = (typeof tabs)[number];
const labels: Record<TabName, string> = { overview: 'Overview', resources: 'Resources', parameters: 'Parameters', cost: 'Cost', versions: 'Versions', deployments: 'Deployments' };

/** One blueprint: what it is, what it makes, what it costs, and what was made from it. */
export function BlueprintPage() {
  const { name } = useParams({ strict: false }) as { name: string };
  const { org, version } = useSearch({ strict: false }) as { org?: string; version?: string };
  const query = { ...(org ? { org } : {}), ...(version ? { version: Number(version) } : {}) };
  const blueprint = useQuery(q('blueprintGetByName', { params: { name }, query }));
  return (
    <QueryState query={blueprint} notFound="There is no such blueprint">
      {(data) => <Detail blueprint={data} />}
    </QueryState>
  );
}

function Detail({ blueprint }: { blueprint: BlueprintDetail }) {
  const may = useMay();
  const { orgInfo } = useAccount();
  const { history } = useRouter();
  const found = useSearch({ strict: false }) as Record<string, string>;
  const tab = tabs.find((each) => each === found['tab']) ?? 'overview';
  const search = searchOf(blueprint, orgInfo.key);
  const Body = bodies[tab];
  return (
    <>
      <PageHead
        title={blueprint.title}
        status={<StatusChip status={blueprint.status} />}
        facts={<>v{blueprint.version} · {blueprint.publisher || blueprint.organizationName} · <RelativeTime at={blueprint.updatedAt} /></>}
        crumbs={[{ label: 'Blueprints', href: pathTo('blueprints') }]}
        actions={
          may('blueprintProvision') && blueprint.status === 'PUBLISHED' ? (
            <Button variant="contained" startIcon={<RocketLaunchOutlined />} component={RouterAnchor} href={pathTo('blueprintProvision', { name: blueprint.name }, search)}>
              Deploy
            </Button>
          ) : null
        }
      />
      <Tabs value={tab} onChange={(_, next: TabName) => history.replace(pathTo('blueprint', { name: blueprint.name }, { ...search, ...(next === 'overview' ? {} : { tab: next }) }))} variant="scrollable" aria-label="Blueprint" sx={{ mb: 4 }}>
        {tabs.filter((each) => each !== 'deployments' || may('deploymentList')).map((each) => (
          <Tab key={each} value={each} label={labels[each]} id={`tab-${each}`} aria-controls="tab-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
          <Body blueprint={blueprint} />
        </Suspense>
      </Box>
    </>
  );
}

interface BodyProps {
  blueprint: BlueprintDetail;
}

function Overview({ blueprint }: BodyProps) {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }, alignItems: 'start' }}>
      <Card sx={{ p: 5 }}>
        <Box sx={{ display: 'flex', gap: 3, mb: 4 }}>
          <BlueprintIcon type={blueprint.type} logoUrl={blueprint.logoUrl} />
          <Box sx={{ fontSize: 14, alignSelf: 'center' }}>{blueprint.summary}</Box>
        </Box>
        {/* A README opens with its own title, which the page has already said. */}
        <Markdown text={blueprint.description.replace(/^\s*# .*\n?/, '') || blueprint.summary} />
      </Card>
      <Card sx={{ p: 5 }}>
        <PriceLabel size="large" monthly={blueprint.price.monthly} isComplete={blueprint.price.isComplete} />
        <Box sx={{ mt: 3 }}>
          <Facts
            rows={[
              ['Type', blueprint.type ?? '–'],
              ['Scope', blueprint.scope === 'SUBSCRIPTION' ? 'Subscription' : 'Resource group'],
              ['Clouds', blueprint.clouds.map((cloud) => (cloud === 'general' ? 'Azure' : 'Azure Government')).join(', ') || '–'],
              ['Regions', blueprint.regions.map(regionName).join(', ') || 'All'],
              ['Deployments', String(blueprint.deploymentCount)],
              ['Tags', <Box key="tags" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{blueprint.tags.map((tag) => <Chip key={tag} size="small" label={tag} sx={{ bgcolor: 'sunken' }} />)}</Box>],
            ]}
          />
        </Box>
      </Card>
    </Box>
  );
}

function useDefaultExpansion(blueprint: BlueprintDetail) {
  const job = useMemo(
    () => ({
      template: blueprint.template.content, linked: blueprint.template.linked, parameters: blueprint.parameterDefaults as Record<string, never>,
      context: blueprint.scope === 'RESOURCE_GROUP' ? { resourceGroup: { name: 'resource-group', location: 'eastus' } } : { location: 'eastus' },
    }),
    [blueprint],
  );
  return useQuery(expandQuery(job));
}

/** What it creates with its default values, in the order of work. */
function Resources({ blueprint }: BodyProps) {
  const expansion = useDefaultExpansion(blueprint);
  return (
    <QueryState query={expansion}>
      {({ resources, edges, waves }) => (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: waves.every((wave) => wave.length <= 2) ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)' }, alignItems: 'start' }}>
          <Card sx={{ p: 5 }}>
            <GraphView label="Order of work" nodes={resources.map(({ id, name, type }) => ({ id, label: String(name).split('/').at(-1) ?? '', detail: kindName(type), tone: 'info', wave: waves.findIndex((wave) => wave.includes(id)) }))} edges={edges} />
          </Card>
          <SimpleTable label="Resources" head={['Name', 'Type', 'Region']} rows={resources.map((resource) => [<Mono key="n">{String(resource.name)}</Mono>, kindName(resource.type), typeof resource.location === 'string' ? regionName(resource.location) : '–'])} />
        </Box>
      )}
    </QueryState>
  );
}

const Parameters = ({ blueprint }: BodyProps) =>
  blueprint.parameters.length === 0 ? (
    <Card><EmptyState art="empty" title="No parameters">This blueprint asks for nothing.</EmptyState></Card>
  ) : (
    <SimpleTable
      label="Parameters"
      head={['Name', 'Type', 'Default', 'Description']}
      rows={blueprint.parameters.map((parameter) => [
        <Mono key="n">{parameter.name}</Mono>,
        parameter.type + (parameter.secret ? ' (secret)' : ''),
        parameter.required ? 'Required' : <Mono key="d">{parameter.default === undefined ? '–' : typeof parameter.default === 'string' ? parameter.default : JSON.stringify(parameter.default)}</Mono>,
        parameter.description ?? '',
      ])}
    />
  );

function Cost({ blueprint }: BodyProps) {
  const { orgInfo } = useAccount();
  const estimate = useQuery(q('deploymentEstimate', { body: { blueprintName: blueprint.name, ...searchOf(blueprint, orgInfo.key), version: blueprint.version, parameters: {} } }));
  return (
    <QueryState query={estimate}>
      {({ monthly, lines, isComplete, assumptions }) => (
        <>
          <Card sx={{ p: 5, mb: 4 }}>
            <PriceLabel size="large" monthly={monthly} isComplete={isComplete} />
            <Box component="ul" sx={{ m: 0, mt: 2, pl: 4, color: 'text.secondary', fontSize: 12 }}>{assumptions.map((text) => <li key={text}>{text}</li>)}</Box>
          </Card>
          <SimpleTable
            label="Cost estimate"
            head={['Resource', 'Meter', 'Quantity', 'Monthly', 'Confidence']}
            rows={lines.map((line) => [
              <Mono key="r">{line.resource}</Mono>,
              line.meter ?? '–',
              line.quantity === null ? '–' : formatQuantity(line.quantity, line.unit ?? ''),
              line.monthly === null ? 'Price not available' : formatMoney(line.monthly, monthly?.currency ?? 'USD'),
              line.confidence === 'none' ? '–' : line.confidence.charAt(0).toUpperCase() + line.confidence.slice(1),
            ])}
          />
        </>
      )}
    </QueryState>
  );
}

function Versions({ blueprint }: BodyProps) {
  const versions = useQuery(q('blueprintVersionList', { params: { id: blueprint.id }, query: { limit: 100, sortObj: { version: -1 } } }));
  const { orgInfo } = useAccount();
  return (
    <QueryState query={versions}>
      {({ result }) => (
        <SimpleTable
          label="Versions"
          head={['Version', 'Published', 'By', 'Note']}
          rows={result.map((row) => [
            <AppLink key="v" href={pathTo('blueprint', { name: blueprint.name }, { ...searchOf(blueprint, orgInfo.key), version: String(row.version) })}>v{row.version}</AppLink>,
            <RelativeTime key="t" at={row.publishedAt} />,
            row.publishedBy ?? '–',
            row.note || '–',
          ])}
        />
      )}
    </QueryState>
  );
}

function Deployments({ blueprint }: BodyProps) {
  const list = useQuery(q('deploymentListOwn', { body: { limit: 50, filterObj: { blueprintId: blueprint.id }, sortObj: { createdAt: -1 } } }));
  return (
    <QueryState query={list}>
      {({ result, total }) =>
        total === 0 ? (
          <Card><EmptyState art="empty" title="Nothing deployed yet">Deployments made from this blueprint appear here.</EmptyState></Card>
        ) : (
          <SimpleTable
            label={countOf(total, 'deployment')}
            head={['Name', 'Status', 'Resource group', 'Region', 'Created']}
            rows={result.map((row) => [
              <AppLink key="n" href={row.resourceGroup === null ? pathTo('subscriptionResourceManagement', { sid: row.subscriptionId, dname: row.name }) : pathTo('resourceManagement', { sid: row.subscriptionId, rid: row.resourceGroup, dname: row.name })}>{row.name}</AppLink>,
              <StatusChip key="s" status={row.status} />,
              row.resourceGroup ?? '–',
              regionName(row.region),
              <RelativeTime key="t" at={row.createdAt} />,
            ])}
          />
        )
      }
    </QueryState>
  );
}

const bodies: Record<TabName, (props: BodyProps) => React.ReactNode> = { overview: Overview, resources: Resources, parameters: Parameters, cost: Cost, versions: Versions, deployments: Deployments };
