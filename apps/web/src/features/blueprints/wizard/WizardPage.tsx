import Check from '@mui/icons-material/Check';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import type { BlueprintDetail, DeploymentDetail } from '@cloudwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { call, q, refresh } from '../../../shared/api/api.ts';
import { ApiError, messageOf } from '../../../shared/api/http.ts';
import { useUnsavedWork } from '../../../shared/form/unsaved.ts';
import { PageHead } from '../../../shared/page/PageHead.tsx';
import { QueryState } from '../../../shared/page/QueryState.tsx';
import { pathTo } from '../../../shared/paths.ts';
import { useAccount } from '../../../shared/session/permission.ts';
import { useGo } from '../../../shared/ui/router-anchor.tsx';
import { formQuery } from '../engine/engine.ts';
import { AdministratorStep } from './AdministratorStep.tsx';
import { initialDraft, parametersOf, problemsOf, stepLabels, stepsOf, tagsOf, withoutSecrets, type StepName, type WizardDraft, type WizardModel } from './draft.ts';
import { ImageStep, ParametersStep } from './ParametersStep.tsx';
import { inputsOf, isSameEntry, placeOf } from './earlier.ts';
import { PoolsStep } from './PoolsStep.tsx';
import { SoFar } from './SoFar.tsx';
import type { StepProps } from './step.ts';
import { SubscriptionStep } from './SubscriptionStep.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { TagsStep } from './TagsStep.tsx';
import { useFormState } from './use-form-state.ts';

const steps: Record<StepName, ComponentType<StepProps>> = {
  subscription: SubscriptionStep,
  parameters: ParametersStep,
  administrator: AdministratorStep,
  image: ImageStep,
  pools: PoolsStep,
  tags: TagsStep,
  summary: SummaryStep,
};

/** The provisioning form: /blueprint/{name}/form. `?retry=` starts from the inputs of an earlier deployment, in its version. */
export function WizardPage() {
  const { retry } = useSearch({ strict: false }) as { retry?: string };
  const earlier = useQuery({ ...q('deploymentGet', { body: { id: retry ?? '' } }), enabled: retry !== undefined });
  if (retry === undefined) return <WithBlueprint />;
  return <QueryState query={earlier} notFound="The deployment to repeat is gone">{(data) => <WithBlueprint earlier={data} />}</QueryState>;
}

function WithBlueprint({ earlier }: { earlier?: DeploymentDetail }) {
  const { name } = useParams({ strict: false }) as { name: string };
  const { org, version: wanted } = useSearch({ strict: false }) as { org?: string; version?: string };
  const version = earlier ? earlier.blueprintVersion : wanted ? Number(wanted) : undefined;
  const blueprint = useQuery(q('blueprintGetByName', { params: { name }, query: { ...(org ? { org } : {}), ...(version === undefined ? {} : { version }) } }));
  return (
    <QueryState query={blueprint} notFound="There is no such blueprint">
      {(data) => <WithForm blueprint={data} org={org} earlier={earlier} />}
    </QueryState>
  );
}

function WithForm({ blueprint, org, earlier }: { blueprint: BlueprintDetail; org: string | undefined; earlier: DeploymentDetail | undefined }) {
  const form = useQuery(formQuery(blueprint.template.content, blueprint.template.uiDefinition));
  const { id: personId } = useAccount();
  return <QueryState query={form}>{(data) => <Wizard key={blueprint.id} model={{ blueprint, form: data, earlier, personId }} org={org} />}</QueryState>;
}

function Wizard({ model: given, org }: { model: WizardModel; org: string | undefined }) {
  const { blueprint, earlier } = given;
  const account = useAccount();
  const go = useGo();
  const client = useQueryClient();
  const storageKey = `wizard:${account.orgInfo.key}:${blueprint.name}${earlier ? `:${earlier.id}:${earlier.attempt}` : ''}`;
  const [kept] = useState(() => restore(storageKey));
  const [draft, setDraft] = useState<WizardDraft>(() => {
    const fresh = { ...initialDraft(given, earlier && inputsOf(earlier)), ...(earlier ? placeOf(earlier, blueprint.bindings.administrator) : {}) };
    return kept ? { ...fresh, ...kept.draft, parameters: { ...fresh.parameters, ...kept.draft.parameters } } : fresh;
  });
  const model = useFormState(draft, given);
  const names = stepsOf(model);
  const [step, setStep] = useState<StepName>(() => (kept && names.includes(kept.step) && kept.step !== 'summary' ? kept.step : names[0]!));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isEdited, setEdited] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useUnsavedWork(isEdited);

  // Values survive a reload of the page; secrets never leave its memory.
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify({ step, draft: withoutSecrets(draft, model) })), [storageKey, step, draft, model]);

  const problems = problemsOf(draft, model, step);
  const change = (part: Partial<WizardDraft>) => {
    setEdited(true);
    setDraft((before) => ({ ...before, ...part }));
  };
  const create = useMutation({
    mutationFn: (): Promise<DeploymentDetail> => {
      const { name, subscriptionId, region } = draft;
      const inputs = { region, parameters: parametersOf(draft, model), tags: tagsOf(draft.tags) };
      if (earlier && isSameEntry(draft, earlier)) return call('deploymentRetry', { body: { id: earlier.id, keep: 'secrets', ...inputs } });
      return call('deploymentCreate', {
        body: {
          blueprintName: blueprint.name, ...(org ? { org } : {}), version: blueprint.version, name, subscriptionId,
          resourceGroup: blueprint.scope === 'RESOURCE_GROUP' ? draft.resourceGroup : null, ...inputs, ...(earlier ? { retryOf: earlier.id } : {}),
        },
      });
    },
    onSuccess: async (deployment) => {
      sessionStorage.removeItem(storageKey);
      setEdited(false);
      await refresh(client, ['deploymentListOwn', 'deploymentGet', 'deploymentOperations']);
      go(
        deployment.resourceGroup === null
          ? pathTo('subscriptionResourceManagement', { sid: deployment.subscriptionId, dname: deployment.name })
          : pathTo('resourceManagement', { sid: deployment.subscriptionId, rid: deployment.resourceGroup, dname: deployment.name }),
      );
    },
  });

  const goTo = (target: StepName) => {
    setStep(target);
    create.reset();
    // The new step's first control is where a keyboard goes on.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('input, textarea, [role=combobox], button')?.focus({ preventScroll: false }));
  };
  const index = names.indexOf(step);
  const next = () => {
    const paths = Object.keys(problems);
    if (paths.length > 0) {
      setTouched(new Set([...touched, ...paths]));
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    if (step !== 'summary') goTo(names[index + 1]!);
    else create.mutate();
  };
  const firstWrong = names.find((name) => name !== 'summary' && Object.keys(problemsOf(draft, model, name)).length > 0);
  const isBlocked = step === 'summary' && firstWrong !== undefined;
  const Step = steps[step];
  const search = org ? { org } : undefined;
  return (
    <>
      <PageHead
        title={earlier ? `Repeat ${earlier.name}` : `Deploy ${blueprint.title}`}
        facts={earlier ? `${blueprint.title} v${blueprint.version}, with the inputs of attempt ${earlier.attempt}` : undefined}
        crumb={earlier ? 'Repeat' : 'Deploy'}
        crumbs={[{ label: 'Blueprints', href: pathTo('blueprints') }, { label: blueprint.title, href: pathTo('blueprint', { name: blueprint.name }, search) }]}
      />
      <Steps names={names} current={step} onChoose={goTo} />
      <Box sx={{ display: 'flex', gap: 6, alignItems: 'flex-start', flexDirection: { xs: 'column', lg: 'row' } }}>
        <Box component="form" noValidate sx={{ flex: 1, minWidth: 0, width: '100%' }} onSubmit={(event) => { event.preventDefault(); next(); }}>
          <Box ref={body}>
            {step === 'pools' ? (
              <Step draft={draft} model={model} change={change} errorOf={(path) => (touched.has(path) ? problems[path] : undefined)} touch={(path) => setTouched((before) => new Set([...before, path]))} goTo={goTo} />
            ) : (
              <Card component="section" aria-label={stepLabels[step]} sx={{ p: { xs: 4, sm: 5 } }}>
                <Step draft={draft} model={model} change={change} errorOf={(path) => (touched.has(path) ? problems[path] : undefined)} touch={(path) => setTouched((before) => new Set([...before, path]))} goTo={goTo} />
              </Card>
            )}
          </Box>
          {isBlocked ? (
            <Alert severity="warning" sx={{ mt: 3 }} action={<Button size="small" variant="text" onClick={() => goTo(firstWrong)}>Go there</Button>}>
              {stepLabels[firstWrong]}: {Object.values(problemsOf(draft, model, firstWrong))[0]}
            </Alert>
          ) : null}
          {create.error ? (
            <Alert severity="error" sx={{ mt: 3 }}>
              {messageOf(create.error)}
              {create.error instanceof ApiError ? Object.entries(create.error.fields).map(([field, message]) => <div key={field}>{field}: {message}</div>) : null}
            </Alert>
          ) : null}
          <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 5, pt: 4, borderTop: 1, borderColor: 'divider' }}>
            <Button variant="outlined" disabled={index === 0 || create.isPending} onClick={() => goTo(names[index - 1]!)}>
              Back
            </Button>
            <Button type="submit" variant="contained" loading={create.isPending} disabled={isBlocked}>
              {step === 'summary' ? 'Deploy' : `Continue to ${stepLabels[names[index + 1]!].toLowerCase()}`}
            </Button>
          </Box>
        </Box>
        <SoFar draft={draft} model={model} org={org} />
      </Box>
    </>
  );
}

/** The way through the wizard; a step that was reached can be gone back to. */
function Steps({ names, current, onChoose }: { names: StepName[]; current: StepName; onChoose(step: StepName): void }) {
  const at = names.indexOf(current);
  return (
    <Box component="ol" aria-label="Steps" sx={{ listStyle: 'none', display: 'flex', gap: 2, m: 0, mb: 5, p: 0, overflowX: 'auto' }}>
      {names.map((name, index) => (
        <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 2, flexShrink: 0, '&:not(:last-of-type)::after': { content: '""', width: { xs: 12, md: 24 }, borderTop: 1, borderColor: 'divider', ml: 2 } }}>
          <ButtonBase onClick={() => onChoose(name)} disabled={index > at} aria-current={index === at ? 'step' : undefined} sx={{ gap: 2, fontSize: 13, borderRadius: 1, fontWeight: index === at ? 650 : 400, color: index === at ? 'text.primary' : 'text.secondary', py: 1 }}>
            <Box component="span" aria-hidden sx={(theme) => ({ width: 22, height: 22, borderRadius: '50%', display: 'grid', placeItems: 'center', fontSize: 12, fontWeight: 650, ...(index === at ? { bgcolor: 'primary.main', color: '#FFFFFF' } : index < at ? { backgroundColor: theme.vars!.palette.status.success.ground, color: theme.vars!.palette.status.success.ink } : { backgroundColor: theme.vars!.palette.sunken }) })}>
              {index < at ? <Check sx={{ fontSize: 14 }} /> : index + 1}
            </Box>
            {stepLabels[name]}
          </ButtonBase>
        </Box>
      ))}
    </Box>
  );
}

function restore(key: string): { step: StepName; draft: WizardDraft } | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as { step: StepName; draft: WizardDraft } | null) ?? undefined;
  } catch {
    return undefined;
  }
}
