export { addUser, inviteTo } from './actions.ts';
export { joinByInvite, joinByTenant } from './joining.ts';
export type { InviteTable, UserIdentityTable, UserTable } from './store.ts';
