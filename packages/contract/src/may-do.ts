import { isPermission, permissions, type Permission } from './permissions.ts';

/** What a check looks at: the account of the session with both lists, and the active sign-in. */
export interface Subject {
  isSignedIn: boolean;
  orgInfo?: { name: string; permission?: readonly string[] | null | undefined } | null | undefined;
  roleInfo?: { name: string; permission?: readonly string[] | null | undefined } | null | undefined;
  /** null (or absent) = directory sign-in; `aws` = the AWS one. */
  provider?: string | null;
}

/** What is asked for: any of these permissions (none = every signed-in person), and a sign-in where it matters. */
export interface Demand {
  anyOf: readonly Permission[];
  /** Only menu items ask for it; undefined = not asked, null = the directory sign-in. */
  provider?: string | null;
}

export type Denial = 'notSignedIn' | 'listsMissing' | 'organizationLacks' | 'roleLacks' | 'providerDiffers';

/** The outcome for one permission of the demand. */
export interface PermissionTrace {
  permission: Permission;
  organizationHolds: boolean;
  roleHolds: boolean;
}

export interface Decision {
  isAllowed: boolean;
  denials: Denial[];
  traces: PermissionTrace[];
}

/**
 * The one permission check (spec section 6): a permission counts only when it is in the organization's list and in
 * the role's list. Guard, menu, buttons, API and the role editor all ask this. It also says why not; a caller that
 * sees `listsMissing` logs the person out.
 */
export function mayDo(subject: Subject, demand: Demand): Decision {
  const no = (denial: Denial): Decision => ({ isAllowed: false, denials: [denial], traces: [] });
  if (!subject.isSignedIn) return no('notSignedIn');
  const held = subject.orgInfo?.permission;
  const granted = subject.roleInfo?.permission;
  if (!held || !granted) return no('listsMissing');

  const traces = demand.anyOf.map((permission) => ({
    permission,
    organizationHolds: held.includes(permission),
    roleHolds: granted.includes(permission),
  }));
  const denials: Denial[] = [];
  if (traces.length > 0 && !traces.some((each) => each.organizationHolds && each.roleHolds)) {
    if (traces.some((each) => !each.organizationHolds)) denials.push('organizationLacks');
    if (traces.some((each) => !each.roleHolds)) denials.push('roleLacks');
  }
  if (demand.provider !== undefined && (demand.provider ?? null) !== (subject.provider ?? null)) denials.push('providerDiffers');
  return { isAllowed: denials.length === 0, denials, traces };
}

/** Short form for one permission. */
export const may = (subject: Subject, permission: Permission): boolean => mayDo(subject, { anyOf: [permission] }).isAllowed;

/** One sentence a person understands for each reason of a refusal. */
export function explainDenial(denial: Denial, subject: Subject, demand: Demand): string {
  const wanted = demand.anyOf.map((name) => permissionTitle(name)).join(' or ');
  switch (denial) {
    case 'notSignedIn':
      return 'You are not signed in.';
    case 'listsMissing':
      return 'Your permissions have not been loaded; sign in again.';
    case 'organizationLacks':
      return `Your organization${subject.orgInfo ? ` (${subject.orgInfo.name})` : ''} does not hold ${wanted}.`;
    case 'roleLacks':
      return `Your role${subject.roleInfo ? ` (${subject.roleInfo.name})` : ''} does not grant ${wanted}.`;
    case 'providerDiffers':
      return demand.provider === 'aws' ? 'This needs the AWS sign-in.' : 'This needs the directory sign-in.';
  }
}

/** A permission as a person reads it: "Administration > Role: Edit (roleEdit)". */
export const permissionTitle = (name: string): string =>
  isPermission(name) ? `${permissions[name].group}: ${permissions[name].label} (${name})` : name;
