import type { Currency } from '@cloudwright/contract/enums';
import type { Permission } from '@cloudwright/contract/permissions';

/** What the form of an organization holds; texts are '' where the contract has null. */
export interface OrganizationValues {
  key: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED';
  adminEmail: string;
  currency: Currency;
  parentKey: string;
  tenantIds: string[];
  logoUrl: string;
  channelCode: string;
  autoJoinRoleId: string;
  permission: Permission[];
  /** Only for a new one: its first administrator, or nobody. */
  withUser: boolean;
  userName: string;
  userEmail: string;
}

const orNull = (text: string): string | null => text.trim() || null;
/** The body of an edit. */
export const bodyOf = ({ name, status, adminEmail, currency, parentKey, tenantIds, logoUrl, channelCode, autoJoinRoleId }: OrganizationValues) => ({
  name,
  status,
  currency,
  tenantIds,
  adminEmail: orNull(adminEmail),
  parentKey: orNull(parentKey),
  logoUrl: orNull(logoUrl),
  channelCode: orNull(channelCode),
  autoJoinRoleId: orNull(autoJoinRoleId),
});
