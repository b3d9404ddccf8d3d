import type { Account, Directory, DirectorySeed } from '../../wire/cloud.ts';

/** The password of every seeded account. */
export const PASSWORD = 'sandbox';
/** The portal's client id and audience. */
export const PORTAL_CLIENT = 'cloudwright';
/** The command line's client id (public knowledge: Azure CLI). */
export const CLI_CLIENT = '04b07795-8ddb-461a-bbee-02f9e1bf7b46';

const ALPINE = '11111111-1111-4111-8111-111111111111';
const BOREALIS = '22222222-2222-4222-8222-222222222222';
const FEDERAL = '33333333-3333-4333-8333-333333333333';
const PRODUCTION = 'aaaaaaaa-0000-4000-8000-000000000001';
const SANDBOX = 'aaaaaaaa-0000-4000-8000-000000000002';
const BOREALIS_SUBSCRIPTION = 'bbbbbbbb-0000-4000-8000-000000000001';
const FEDERAL_SUBSCRIPTION = 'cccccccc-0000-4000-8000-000000000001';

const alpine = (row: number): string => `10000000-0000-4000-8000-${String(row).padStart(12, '0')}`;
const borealis = (row: number): string => `20000000-0000-4000-8000-${String(row).padStart(12, '0')}`;
const federal = (row: number): string => `30000000-0000-4000-8000-${String(row).padStart(12, '0')}`;
const managementGroup = (tenant: string): string => `/providers/Microsoft.Management/managementGroups/${tenant}`;

const person = (upn: string, name: string, jobTitle: string, home: string, objectId: string, guestOf: Record<string, string> = {}): Account =>
  ({ upn, name, jobTitle, home, objectIds: { [home]: objectId, ...guestOf } });

export const generalSeed: DirectorySeed = {
  directories: [
    { id: ALPINE, displayName: 'Alpine Research', domain: 'alpine.example' },
    { id: BOREALIS, displayName: 'Borealis Labs', domain: 'borealis.example' },
  ],
  accounts: [
    person('platform@alpine.example', 'Petra Platform', 'Platform engineer', ALPINE, alpine(1)),
    person('admin@alpine.example', 'Ada Admin', 'Organization administrator', ALPINE, alpine(2)),
    person('dev@alpine.example', 'Devi Developer', 'Research engineer', ALPINE, alpine(3)),
    person('cost@alpine.example', 'Cosima Cost', 'Cost manager', ALPINE, alpine(4)),
    person('reader@alpine.example', 'Reto Reader', 'Auditor', ALPINE, alpine(5)),
    person('guest@alpine.example', 'Gita Guest', 'Visiting scientist', ALPINE, alpine(6), { [BOREALIS]: borealis(6) }),
    person('stranger@alpine.example', 'Sami Stranger', 'Unknown to the portal', ALPINE, alpine(7)),
    person('admin@borealis.example', 'Bo Borealis', 'Organization administrator', BOREALIS, borealis(1)),
  ],
  applications: [
    { clientId: PORTAL_CLIENT, name: 'Cloudwright', objectId: alpine(101), tenant: ALPINE, secret: 'sandbox-secret' },
    { clientId: '44444444-4444-4444-8444-444444444444', name: 'Deployment pipeline', objectId: alpine(102), tenant: ALPINE, secret: 'sandbox-secret' },
    { clientId: '55555555-5555-4555-8555-555555555555', name: 'Portal reader', objectId: alpine(103), tenant: ALPINE, secret: 'sandbox-secret' },
  ],
  subscriptions: [
    { id: PRODUCTION, displayName: 'Alpine Production', tenant: ALPINE },
    { id: SANDBOX, displayName: 'Alpine Sandbox', tenant: ALPINE },
    { id: BOREALIS_SUBSCRIPTION, displayName: 'Borealis', tenant: BOREALIS },
  ],
  assignments: [
    { objectId: alpine(1), role: 'Owner', scope: '/' },
    { objectId: alpine(2), role: 'Owner', scope: '/' },
    { objectId: alpine(3), role: 'Contributor', scope: managementGroup(ALPINE) },
    { objectId: alpine(4), role: 'Cost Management Contributor', scope: managementGroup(ALPINE) },
    { objectId: alpine(4), role: 'Reader', scope: managementGroup(ALPINE) },
    { objectId: alpine(5), role: 'Reader', scope: managementGroup(ALPINE) },
    { objectId: alpine(6), role: 'Reader', scope: `/subscriptions/${SANDBOX}` },
    { objectId: alpine(101), role: 'Reader', scope: managementGroup(ALPINE) },
    { objectId: alpine(102), role: 'Contributor', scope: managementGroup(ALPINE) },
    { objectId: alpine(103), role: 'Reader', scope: managementGroup(ALPINE) },
    { objectId: borealis(1), role: 'Owner', scope: '/' },
    { objectId: borealis(6), role: 'Reader', scope: managementGroup(BOREALIS) },
  ],
};

export const governmentSeed: DirectorySeed = {
  directories: [{ id: FEDERAL, displayName: 'Federal Research', domain: 'federal.example' }],
  accounts: [person('admin@federal.example', 'Fay Federal', 'Organization administrator', FEDERAL, federal(1))],
  applications: [
    { clientId: PORTAL_CLIENT, name: 'Cloudwright', objectId: federal(101), tenant: FEDERAL, secret: 'sandbox-secret' },
    { clientId: '44444444-4444-4444-8444-444444444444', name: 'Deployment pipeline', objectId: federal(102), tenant: FEDERAL, secret: 'sandbox-secret' },
  ],
  subscriptions: [{ id: FEDERAL_SUBSCRIPTION, displayName: 'Federal Research', tenant: FEDERAL }],
  assignments: [
    { objectId: federal(1), role: 'Owner', scope: '/' },
    { objectId: federal(101), role: 'Reader', scope: managementGroup(FEDERAL) },
    { objectId: federal(102), role: 'Contributor', scope: managementGroup(FEDERAL) },
  ],
};

/** Finds an account by its sign-in name. */
export const accountByUpn = (seed: DirectorySeed, upn: string | null | undefined): Account | undefined =>
  seed.accounts.find((account) => account.upn === upn?.toLowerCase());

/** The home object id names an account in the authority's own records. */
export const accountKey = (account: Account): string => account.objectIds[account.home]!;
export const accountByKey = (seed: DirectorySeed, key: string | undefined): Account | undefined =>
  seed.accounts.find((account) => accountKey(account) === key);

/** A directory by its id or domain name, without case. */
export const directoryOf = (seed: DirectorySeed, name: string): Directory | undefined =>
  seed.directories.find(({ id, domain }) => id === name.toLowerCase() || domain === name.toLowerCase());
