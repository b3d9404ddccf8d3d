import { permissionNames, seedPermissions, type Permission, type SeedRole } from '@cloudwright/contract/permissions';
import { features } from './features.ts';
import { addDefaultTemplates } from './features/mail-templates/public.ts';
import { addSeedRoles } from './features/roles/public.ts';
import { addUser } from './features/users/public.ts';
import type { Services } from './platform/context.ts';
import { hashOf, newSecret } from './platform/crypto.ts';
import { createOrgDb, type OrgTx } from './platform/db/org-db.ts';
import { newId } from './platform/ids.ts';
import { platformKey } from './platform/session.ts';
import { sql } from 'kysely';

interface SeedUser {
  email: string;
  name: string;
  role: SeedRole;
  /** Directory and object id of each sign-in. */
  identities: [tid: string, oid: string][];
}
interface SeedOrganization {
  key: string;
  name: string;
  parentKey: string | null;
  tenantIds: string[];
  users: SeedUser[];
}

const alpine = '11111111-1111-4111-8111-111111111111';
const borealis = '22222222-2222-4222-8222-222222222222';
const federal = '33333333-3333-4333-8333-333333333333';
const oid = (directory: 1 | 2 | 3, person: number) => `${directory}0000000-0000-4000-8000-${String(person).padStart(12, '0')}`;

/** The demo's organizations and people: the accounts of the sandbox's directories (stranger@alpine.example stays unknown). */
export const demoOrganizations: SeedOrganization[] = [
  {
    key: platformKey, name: 'Cloudwright Platform', parentKey: null, tenantIds: [alpine],
    users: [{ email: 'platform@alpine.example', name: 'Petra Platform', role: 'P', identities: [[alpine, oid(1, 1)]] }],
  },
  {
    key: 'alpine', name: 'Alpine Research', parentKey: platformKey, tenantIds: [alpine, borealis],
    users: [
      { email: 'admin@alpine.example', name: 'Ada Admin', role: 'O', identities: [[alpine, oid(1, 2)]] },
      { email: 'dev@alpine.example', name: 'Dev Developer', role: 'C', identities: [[alpine, oid(1, 3)]] },
      { email: 'cost@alpine.example', name: 'Costa Counter', role: 'M', identities: [[alpine, oid(1, 4)]] },
      { email: 'reader@alpine.example', name: 'Rhea Reader', role: 'R', identities: [[alpine, oid(1, 5)]] },
      { email: 'guest@alpine.example', name: 'Gus Guest', role: 'C', identities: [[alpine, oid(1, 6)], [borealis, oid(2, 6)]] },
    ],
  },
  {
    key: 'borealis', name: 'Borealis Labs', parentKey: platformKey, tenantIds: [borealis],
    users: [{ email: 'admin@borealis.example', name: 'Bo Borealis', role: 'O', identities: [[borealis, oid(2, 1)]] }],
  },
  {
    key: 'federal', name: 'Federal Research', parentKey: platformKey, tenantIds: [federal],
    users: [{ email: 'admin@federal.example', name: 'Fay Federal', role: 'O', identities: [[federal, oid(3, 1)]] }],
  },
];

/** What an organization holds unless somebody says otherwise: everything that its own roles use. */
const usualPermissions = (): Permission[] => {
  const used = new Set((['O', 'C', 'M', 'R'] as const).flatMap(seedPermissions));
  return permissionNames.filter((name) => used.has(name));
};

const mark = 'seeded';

/** Fills a new database once: the demo of the sandbox, or an empty platform organization with its first administrator. */
export async function seedOnce(services: Services): Promise<void> {
  const { db } = services.system;
  // One connection holds the lock while it works, so that replicas that start together seed once.
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(7410221)`.execute(connection);
    try {
      const done = await connection.selectFrom('setting').select('key').where('key', '=', mark).executeTakeFirst();
      if (done) return;
      if (services.config.isDemo) await seedDemo(services);
      else await seedPlatform(services);
      for (const feature of features) {
        await feature.seed?.(services);
        if (services.config.isDemo) await feature.seedDemo?.(services);
      }
      await connection.insertInto('setting').values({ key: mark, value: JSON.stringify({ at: new Date().toISOString(), demo: services.config.isDemo }) }).execute();
    } finally {
      await sql`select pg_advisory_unlock(7410221)`.execute(connection);
    }
  });
}

async function seedDemo(services: Services): Promise<void> {
  const { db } = services.system;
  for (const organization of demoOrganizations) {
    await addOrganization(services, organization, async (tx, roles) => {
      for (const { email, name, role, identities } of organization.users) {
        const { id } = await addUser(tx, { name, email, roleId: roles[role] ?? '' });
        await tx.update('user', id, { status: 'ACTIVE', tenantId: identities[0]?.[0] ?? null });
      }
    });
    for (const { email, identities } of organization.users) {
      const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      const rows = identities.map(([tid, objectId]) => ({ tid, oid: objectId, userId: user.id }));
      await db.insertInto('userIdentity').values(rows).onConflict((conflict) => conflict.doNothing()).execute();
    }
  }
}

/** A real installation starts with one invitation: whoever opens the link from the named directory becomes the first administrator. */
async function seedPlatform(services: Services): Promise<void> {
  const { config } = services;
  if (!config.platformTenantId || !config.adminEmail) {
    throw new Error('Settings PLATFORM_TENANT_ID and ADMIN_EMAIL are missing: the directory and the e-mail of the first administrator of this new installation.');
  }
  const token = newSecret();
  const expiresAt = new Date(Date.now() + 7 * 24 * 3600_000).toISOString();
  const organization = { key: platformKey, name: 'Platform', parentKey: null, tenantIds: [config.platformTenantId] };
  await addOrganization(services, organization, async (tx, roles) => {
    const person = { name: 'Administrator', email: config.adminEmail, roleId: roles.P ?? '' };
    await addUser(tx, person);
    await tx.insert('invite', { ...person, tokenHash: hashOf(newSecret()), expiresAt, invitedBy: 'Cloudwright' });
  });
  // The link is made last, so that a first start that was interrupted gives a working one the next time.
  await services.system.db.updateTable('invite').set({ tokenHash: hashOf(token), expiresAt }).where('orgId', '=', platformKey).where('status', '=', 'PENDING').execute();
  process.stderr.write(`First administrator: open ${config.publicUrl}/?invite=${token} within seven days and sign in.\n`);
}

/** An organization with its roles and mail templates, and whatever `fill` adds, in one transaction; nothing when it is there already. */
async function addOrganization(
  { system }: Services,
  { key, name, parentKey, tenantIds }: Omit<SeedOrganization, 'users'>,
  fill: (tx: OrgTx, roles: Partial<Record<SeedRole, string>>) => Promise<void>,
): Promise<void> {
  if (await system.db.selectFrom('organization').select('id').where('key', '=', key).executeTakeFirst()) return;
  const permission = key === platformKey ? [...permissionNames] : usualPermissions();
  await createOrgDb(system.db, { orgKey: key, isPlatform: true, userId: null }).run(async (tx) => {
    await tx.kysely
      .insertInto('organization')
      .values({ id: newId(), key, name, permission, tenantIds, parentKey, adminEmail: null, currency: 'USD', logoUrl: null, channelCode: null, autoJoinRoleId: null, status: 'ACTIVE', createdBy: null, updatedBy: null })
      .execute();
    const roles = await addSeedRoles(tx, permission);
    await addDefaultTemplates(tx);
    await fill(tx, roles);
  });
}
