import type { Permission } from '@cloudwright/contract/permissions';
import type { Generated } from 'kysely';

/**
 * The tables as TypeScript sees them. Features add theirs by declaration merging:
 * `declare module '.../platform/db/schema.ts' { interface Tables { role: RoleTable } }`.
 * A table with `orgId` belongs to an organization: OrgDb offers only those, and row security guards them.
 */
export interface Tables {
  organization: OrganizationTable;
  setting: SettingTable;
}

/** Columns of every organization-owned record. Times are ISO 8601 texts in UTC. */
export interface RecordColumns {
  id: string;
  /** The organization's key. */
  orgId: string;
  createdAt: Generated<string>;
  createdBy: string | null;
  updatedAt: Generated<string>;
  updatedBy: string | null;
}

export interface OrganizationTable {
  id: string;
  key: string;
  name: string;
  permission: Permission[];
  tenantIds: string[];
  parentKey: string | null;
  adminEmail: string | null;
  currency: string;
  logoUrl: string | null;
  channelCode: string | null;
  autoJoinRoleId: string | null;
  status: string;
  /** Kept by a trigger on the users. */
  userCount: Generated<number>;
  createdAt: Generated<string>;
  createdBy: string | null;
  updatedAt: Generated<string>;
  updatedBy: string | null;
}

/** Settings of the installation that are data, and marks such as "the demo was seeded". */
export interface SettingTable {
  key: string;
  value: unknown;
}

/** Names of the tables that belong to an organization. */
export type OrgTable = { [T in keyof Tables]: 'orgId' extends keyof Tables[T] ? T : never }[keyof Tables];
/** Of those, the ones with the usual record columns. */
export type RecordTable = { [T in keyof Tables]: Tables[T] extends RecordColumns ? T : never }[keyof Tables];
