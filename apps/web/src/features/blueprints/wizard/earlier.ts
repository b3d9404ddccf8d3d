import type { Bindings, DeploymentDetail } from '@cloudwright/contract';
import type { AdministratorMode, WizardDraft, WizardModel } from './draft.ts';

/** The inputs of the deployment that is repeated; secrets are not in them. */
export const inputsOf = ({ parameters, secretParameters }: DeploymentDetail): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !secretParameters.includes(name)));

/** Where it was deployed, under which name, and how its administrator signs in. */
export const placeOf = (earlier: DeploymentDetail, administrator: Bindings['administrator']): Partial<WizardDraft> => ({
  subscriptionId: earlier.subscriptionId, resourceGroup: earlier.resourceGroup ?? '', region: earlier.region, name: earlier.name,
  tags: Object.entries(earlier.tags).map(([name, value]) => ({ name, value })),
  ...(administrator ? { administratorMode: modeOf(earlier, administrator) } : {}),
});

function modeOf({ parameters, secretParameters }: DeploymentDetail, { mode, password, sshKey }: NonNullable<Bindings['administrator']>): AdministratorMode {
  const said = mode === undefined ? undefined : parameters[mode];
  if (typeof said === 'string') return /ssh|key/i.test(said) ? 'SSH_KEY' : 'PASSWORD';
  const isKnown = (name: string | undefined) => name !== undefined && (name in parameters || secretParameters.includes(name));
  return password === undefined || (sshKey !== password && isKnown(sshKey) && !isKnown(password)) ? 'SSH_KEY' : 'PASSWORD';
}

/** Whether these values make another attempt of the earlier entry; another place or name makes a new one. */
export function isSameEntry(draft: Pick<WizardDraft, 'subscriptionId' | 'resourceGroup' | 'name'>, earlier: DeploymentDetail | undefined): boolean {
  if (!earlier?.actions.canRetry) return false;
  const placed = [draft.subscriptionId, draft.resourceGroup, draft.name].join('\n').toLowerCase();
  return placed === [earlier.subscriptionId, earlier.resourceGroup ?? '', earlier.name].join('\n').toLowerCase();
}

/**
 * Whether a secret that is left empty is taken from the earlier attempt: in the same entry, or one's own. A kept
 * password is no key: with another way to sign in a new secret has to be given.
 */
export function keepsSecret({ earlier, personId, blueprint }: WizardModel, draft: WizardDraft, name: string): boolean {
  if (!earlier?.secretParameters.includes(name)) return false;
  const { administrator } = blueprint.bindings;
  if (administrator && (name === administrator.password || name === administrator.sshKey) && draft.administratorMode !== modeOf(earlier, administrator)) return false;
  return isSameEntry(draft, earlier) || earlier.ownerId === personId;
}
