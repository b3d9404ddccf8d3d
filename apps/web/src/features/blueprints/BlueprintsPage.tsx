import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { Blueprint } from '@cloudwright/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q, qPage } from '../../shared/api/api.ts';
import { messageOf } from '../../shared/api/http.ts';
import { countOf, formatMoney } from '../../shared/entities/format.ts';
import { RelativeTime } from '../../shared/entities/facts.tsx';
import { PriceLabel } from '../../shared/entities/PriceLabel.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import { FilterButton, FilterChip, SearchBox } from '../../shared/table/Toolbar.tsx';
import { listQueryOf } from '../../shared/table/list-state.ts';
import { useListState } from '../../shared/table/use-list-state.ts';
import { RouterAnchor } from '../../shared/ui/router-anchor.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { BlueprintIcon } from './BlueprintIcon.tsx';

/** A shared blueprint of another organization is reached by that organization's key (decision 5.6). */
export function searchOf(blueprint: { orgId: string }, ownKey: string): Record<string, string> | undefined {
  return blueprint.orgId === ownKey ? undefined : { org: blueprint.orgId };
}

/** The marketplace: cards, search, filters, and the details of the chosen one. */
export function BlueprintsPage() {
  const account = useAccount();
  const may = useMay();
  const [state, change] = useListState();
  const list = useQuery(qPage('blueprintCatalogue', { query: { ...listQueryOf(state, { field: 'title', direction: 1 }) } }));
  const facets = useQuery({ ...q('blueprintFacets', { query: state.text ? { filter: state.text } : {} }), placeholderData: keepPreviousData });
  const [chosenId, setChosenId] = useState<string>();
  const rows = list.data?.result;
  const chosen = rows?.find(({ id }) => id === chosenId) ?? null;
  const filters = [
    { field: 'type', label: 'Type', options: facets.data?.types ?? [] },
    { field: 'tags', label: 'Tag', options: facets.data?.tags ?? [] },
    { field: 'clouds', label: 'Cloud', options: facets.data?.clouds ?? [] },
  ].map(({ options, ...filter }) => ({ ...filter, options: options.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })) }));
  const setFilter = (field: string, values: string[]) => {
    const { [field]: _old, ...others } = state.filters;
    change({ filters: values.length > 0 ? { ...others, [field]: values } : others });
  };
  const isNarrowed = state.text !== '' || Object.keys(state.filters).length > 0;
  const pages = Math.ceil((list.data?.total ?? 0) / state.size);
  return (
    <>
      <PageHead title="Blueprints" facts={list.data ? `${list.data.total.toLocaleString('en-US')} ready to deploy in ${account.orgInfo.name}` : <Skeleton width={200} />} />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mb: 4, alignItems: 'center' }}>
        <SearchBox label="Search blueprints" value={state.text} onChange={(text) => change({ text })} />
        {filters.map((filter) => (
          <FilterButton key={filter.field} filter={filter} chosen={state.filters[filter.field] ?? []} onChange={(values) => setFilter(filter.field, values)} />
        ))}
        {Object.entries(state.filters).map(([field, values]) => (
          <FilterChip key={field} label={`${filters.find((filter) => filter.field === field)?.label ?? field}: ${values.join(', ')}`} onDelete={() => setFilter(field, [])} />
        ))}
      </Box>
      <WithSidePanel
        panel={chosen ? { title: chosen.title, onClose: () => setChosenId(undefined), children: <Details blueprint={chosen} ownKey={account.orgInfo.key} mayDeploy={may('blueprintProvision')} /> } : null}
      >
        {list.isError && !rows ? (
          <Card>
            <EmptyState art="error" title="The blueprints could not be loaded" actions={<Button variant="contained" onClick={() => void list.refetch()}>Try again</Button>}>
              {messageOf(list.error)}
            </EmptyState>
          </Card>
        ) : rows?.length === 0 ? (
          <Card>
            {isNarrowed ? (
              <EmptyState art="nothingFound" title="Nothing matches" actions={<Button variant="outlined" onClick={() => change({ text: '', filters: {} })}>Clear search and filters</Button>}>
                No blueprint matches what you searched for.
              </EmptyState>
            ) : (
              <EmptyState art="empty" title="No blueprints yet" actions={may('blueprintList', 'blueprintCreate') ? <Button variant="contained" component={RouterAnchor} href={pathTo('blueprintManagement')}>Import one</Button> : null}>
                Blueprints that your organization publishes appear here.
              </EmptyState>
            )}
          </Card>
        ) : (
          <Box component="ul" aria-label="Blueprints" aria-busy={list.isFetching} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 248px), 1fr))' }}>
            {rows
              ? rows.map((blueprint) => <BlueprintCard key={blueprint.id} blueprint={blueprint} isChosen={blueprint.id === chosenId} onChoose={() => setChosenId(blueprint.id)} />)
              : Array.from({ length: 9 }, (_, index) => (
                  <Card component="li" key={index} sx={{ p: 4, height: 196 }}>
                    <Skeleton variant="rounded" width={36} height={36} />
                    <Skeleton width="70%" sx={{ mt: 2 }} />
                    <Skeleton />
                    <Skeleton width="85%" />
                  </Card>
                ))}
          </Box>
        )}
        {pages > 1 ? <Pagination count={pages} page={state.page} onChange={(_, page) => change({ page })} sx={{ mt: 5, '& ul': { justifyContent: 'center' } }} /> : null}
      </WithSidePanel>
    </>
  );
}

function BlueprintCard({ blueprint, isChosen, onChoose }: { blueprint: Blueprint; isChosen: boolean; onChoose(): void }) {
  const { title, summary, version, deploymentCount, tags, price, type, logoUrl } = blueprint;
  return (
    <Card component="li" sx={isChosen ? { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 } : {}}>
      <CardActionArea onClick={onChoose} aria-pressed={isChosen} sx={{ p: 4, height: '100%', display: 'flex', flexDirection: 'column', alignItems: 'stretch', justifyContent: 'flex-start' }}>
        <Box sx={{ display: 'flex', gap: 3, mb: 3 }}>
          <BlueprintIcon type={type} logoUrl={logoUrl} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h3" component="h2">{title}</Typography>
            <Typography variant="caption" color="textSecondary">
              v{version} · {countOf(deploymentCount, 'deployment')}
            </Typography>
          </Box>
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, mb: 3, display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '4', overflow: 'hidden' }}>
          {summary}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 3, minHeight: 24 }}>
          {tags.slice(0, 3).map((tag) => (
            <Chip key={tag} label={tag} size="small" sx={{ bgcolor: 'sunken', fontWeight: 500 }} />
          ))}
        </Box>
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 3, fontWeight: 650, fontSize: 14, fontVariantNumeric: 'tabular-nums' }}>
          {price.monthly ? (
            <>
              {price.isComplete ? '' : 'from '}
              {formatMoney(price.monthly.amount, price.monthly.currency)} <Box component="span" sx={{ fontWeight: 400, fontSize: 13, color: 'text.secondary' }}>/ mo est.</Box>
            </>
          ) : (
            <Box component="span" sx={{ fontWeight: 400, fontSize: 13, color: 'text.secondary' }}>Price not available</Box>
          )}
        </Box>
      </CardActionArea>
    </Card>
  );
}

function Details({ blueprint, ownKey, mayDeploy }: { blueprint: Blueprint; ownKey: string; mayDeploy: boolean }) {
  const search = searchOf(blueprint, ownKey);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        by {blueprint.publisher || blueprint.organizationName} · v{blueprint.version} · <RelativeTime at={blueprint.updatedAt} />
      </Typography>
      <Typography variant="body2" sx={{ mb: 4 }}>{blueprint.summary}</Typography>
      <Box sx={{ display: 'flex', gap: 2, mb: 4 }}>
        {mayDeploy ? (
          <Button variant="contained" startIcon={<RocketLaunchOutlined />} component={RouterAnchor} href={pathTo('blueprintProvision', { name: blueprint.name }, search)} sx={{ flex: 1 }}>
            Deploy
          </Button>
        ) : null}
        <Button variant="outlined" component={RouterAnchor} href={pathTo('blueprint', { name: blueprint.name }, search)}>
          Details
        </Button>
      </Box>
      <Facts
        rows={[
          ['Estimate', <PriceLabel key="price" monthly={blueprint.price.monthly} isComplete={blueprint.price.isComplete} />],
          ['Type', blueprint.type ?? '–'],
          ['Scope', blueprint.scope === 'SUBSCRIPTION' ? 'Subscription' : 'Resource group'],
          ['Deployments', String(blueprint.deploymentCount)],
          ['Shared', blueprint.visibility === 'SHARED' ? `by ${blueprint.organizationName}` : 'Own organization'],
          ['Tags', blueprint.tags.join(', ') || '–'],
        ]}
      />
    </>
  );
}
