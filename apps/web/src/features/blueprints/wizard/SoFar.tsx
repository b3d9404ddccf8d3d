import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { q } from '../../../shared/api/api.ts';
import { countOf, formatMoney } from '../../../shared/entities/format.ts';
import { PriceLabel } from '../../../shared/entities/PriceLabel.tsx';
import { parametersOf, type WizardDraft, type WizardModel } from './draft.ts';
import { useExpansion } from './use-expansion.ts';

/** The estimate waits until nobody has typed for this long. */
const PAUSE_MS = 600;
const MOST_LINES = 6;

/** Beside the steps: what it costs and creates with the values so far. */
export function SoFar({ draft, model, org }: { draft: WizardDraft; model: WizardModel; org: string | undefined }) {
  const settled = useSettled(draft);
  const { subscriptionId, resourceGroup, region } = settled;
  const secrets = new Set(model.form.fields.filter(({ secret }) => secret).map(({ name }) => name));
  // A price needs no password: secrets stay in the page until Deploy.
  const parameters = Object.fromEntries(Object.entries(parametersOf(settled, model)).filter(([name]) => !secrets.has(name)));
  const price = useQuery({
    ...q('deploymentEstimate', {
      body: {
        blueprintName: model.blueprint.name, ...(org ? { org } : {}), version: model.blueprint.version, parameters,
        ...(region ? { region } : {}), ...(subscriptionId ? { subscriptionId } : {}), ...(resourceGroup ? { resourceGroup } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const expansion = useExpansion(settled, model);
  const priced = price.data?.lines.filter((line) => line.monthly !== null && line.monthly > 0).sort((a, b) => (b.monthly ?? 0) - (a.monthly ?? 0)) ?? [];
  const errors = expansion.data?.diagnostics.filter(({ severity, code }) => severity === 'error' && !/missing/i.test(code)) ?? [];
  const currency = price.data?.monthly?.currency ?? 'USD';
  return (
    <Card component="aside" aria-label="So far" sx={{ width: { xs: '100%', lg: 300 }, flexShrink: 0, p: 5, position: { lg: 'sticky' }, top: 80 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        So far
      </Typography>
      <PriceLabel size="large" monthly={price.error ? null : price.data?.monthly} isLoading={price.isFetching} isComplete={price.data?.isComplete ?? true} />
      {priced.length > 0 ? (
        <Box component="dl" sx={{ m: 0, mt: 4, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 3, fontSize: 13 }}>
          {priced.slice(0, MOST_LINES).map((line) => (
            <Box key={`${line.resource}${line.meter ?? ''}`} sx={{ display: 'contents' }}>
              <Box component="dt" title={[line.resource, ...line.assumptions].join('. ')} sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', pr: 3 }}>
                {line.meter ?? line.resource}
              </Box>
              <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
                {formatMoney(line.monthly ?? 0, currency)}
              </Box>
            </Box>
          ))}
          {priced.length > MOST_LINES ? (
            <>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                Other ({priced.length - MOST_LINES})
              </Box>
              <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(priced.slice(MOST_LINES).reduce((sum, line) => sum + (line.monthly ?? 0), 0), currency)}
              </Box>
            </>
          ) : null}
        </Box>
      ) : null}
      <Box sx={{ borderTop: 1, borderColor: 'divider', mt: 4, pt: 3, fontSize: 13, display: 'grid', gap: 2 }} aria-live="polite">
        {expansion.data ? (
          <Line ok>{countOf(expansion.data.resources.length, 'resource')} in {countOf(expansion.data.waves.length, 'wave')}</Line>
        ) : null}
        {errors.length > 0 ? <Line>{countOf(errors.length, 'problem')}: {errors[0]!.message}</Line> : expansion.data ? <Line ok>The template evaluates</Line> : null}
      </Box>
    </Card>
  );
}

const Line = ({ ok = false, children }: { ok?: boolean; children: React.ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 2, color: ok ? 'text.primary' : 'error.main', overflowWrap: 'anywhere' }}>
    {ok ? <CheckOutlined color="success" sx={{ fontSize: 18 }} /> : <ErrorOutlineOutlined sx={{ fontSize: 18 }} />}
    <span>{children}</span>
  </Box>
);

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
