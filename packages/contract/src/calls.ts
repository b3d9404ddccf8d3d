import type { Permission } from './permissions.ts';

/**
 * Who may make a call. `public`: anybody. `identified`: a valid token, even of a person the portal does not know yet.
 * `signedIn`: a known, active person. A list: any of the permissions, by the both-lists rule.
 */
export type Access = 'public' | 'identified' | 'signedIn' | Permission | readonly Permission[];

/** The wire side of an endpoint: everything but its shapes (those stand in the noun's file, see endpoint.ts). */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` marks a path parameter. */
  path: string;
  access: Access;
  /** Status of success; default 200. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** A POST that only reads: GET with the body's fields as query answers the same. */
  isRead?: true;
  /** Media type of the answer where it is not JSON. */
  produces?: 'text/event-stream' | 'application/zip' | 'text/html';
  /** Media type of the body where it is not JSON. */
  consumes?: 'multipart/form-data';
  /** Not counted as a person's write in the audit log (reads, drafts, previews). */
  isAudited?: false;
}

/**
 * The whole API of the portal, one row a call. Plain data without a schema library: the web shell makes its client
 * from these rows. The shapes are added by the nouns' files; a row without shapes does not compile (endpoint.ts).
 */
export const calls = {
  // Configuration: what a page needs before anybody has signed in.
  configProviders: { method: 'GET', path: '/api/portal/config/provider/list', access: 'public' },
  configChannelCode: { method: 'GET', path: '/api/portal/config/channelcode', access: 'public' },
  configChannelResource: { method: 'GET', path: '/api/portal/config/channelresource', access: 'public' },
  configAdminEmail: { method: 'GET', path: '/api/portal/config/adminEmail', access: 'public' },
  githubConfig: { method: 'GET', path: '/api/portal/provider/github/config', access: 'public' },
  landingModule: { method: 'GET', path: '/api/portal/module', access: 'public' },
  websiteSettingsGet: { method: 'GET', path: '/api/websettings', access: 'public' },

  // The session and the person's own things.
  // Identified only: somebody new may join here (decision 30).
  sessionGet: { method: 'GET', path: '/api/user/me', access: 'identified' },
  sessionJoin: { method: 'POST', path: '/api/user/join', access: 'identified' },
  profileEdit: { method: 'PUT', path: '/api/user/me', access: 'signedIn' },
  githubStart: { method: 'POST', path: '/api/user/github/start', access: 'signedIn', isAudited: false },
  githubReturn: { method: 'GET', path: '/api/user/login/social/github/:email', access: 'public', status: 302 },
  githubUnlink: { method: 'DELETE', path: '/api/user/github', access: 'signedIn' },
  awsSignIn: { method: 'POST', path: '/api/user/aws', access: 'signedIn', isAudited: false },
  eventsStream: { method: 'GET', path: '/api/events', access: 'signedIn', produces: 'text/event-stream' },

  directoryFetch: { method: 'GET', path: '/api/directory/fetch', access: 'signedIn' },
  directoryOrganizations: { method: 'POST', path: '/api/azure/organization.get', access: ['organizationCreate', 'organizationEdit'], isRead: true },

  organizationList: { method: 'GET', path: '/api/org', access: 'organizationList' },
  organizationCreate: { method: 'POST', path: '/api/org', access: 'organizationCreate', status: 201 },
  organizationCreateWithUser: { method: 'POST', path: '/api/org/withuser', access: 'organizationCreate', status: 201 },
  // Everybody may read the name of the own organization (the banner); another one needs organizationView.
  organizationGetByKey: { method: 'GET', path: '/api/org/key/:key', access: 'signedIn' },
  organizationGet: { method: 'GET', path: '/api/org/:id', access: 'organizationView' },
  organizationEdit: { method: 'PUT', path: '/api/org/:id', access: ['organizationEdit', 'organizationPermissionEdit'] },
  organizationDelete: { method: 'DELETE', path: '/api/org/:id', access: 'organizationDelete' },

  roleList: { method: 'GET', path: '/api/role', access: ['roleList', 'userCreate', 'userEdit', 'userInvite'] },
  roleCreate: { method: 'POST', path: '/api/role', access: 'roleCreate', status: 201 },
  roleGet: { method: 'GET', path: '/api/role/:id', access: 'roleView' },
  roleEdit: { method: 'PUT', path: '/api/role/:id', access: ['roleEdit', 'rolePermissionEdit'] },
  roleDelete: { method: 'DELETE', path: '/api/role/:id', access: 'roleDelete' },

  userList: { method: 'GET', path: '/api/user', access: 'userList' },
  userCreate: { method: 'POST', path: '/api/user', access: 'userCreate', status: 201 },
  // The people of one's organization by name only: for assigning and sharing.
  userNames: { method: 'GET', path: '/api/user/names', access: ['deploymentAssign', 'deploymentShare', 'subscriptionAccessControl', 'userList'] },
  inviteList: { method: 'GET', path: '/api/user/invite', access: 'userInvite' },
  inviteCreate: { method: 'POST', path: '/api/user/invite', access: 'userInvite', status: 201 },
  inviteResend: { method: 'POST', path: '/api/user/invite/:id/resend', access: 'userInvite' },
  inviteRevoke: { method: 'DELETE', path: '/api/user/invite/:id', access: 'userInvite' },
  // What the invited person sees before signing in; the token of the link is the only key.
  inviteLook: { method: 'GET', path: '/api/invite/:token', access: 'public' },
  userGet: { method: 'GET', path: '/api/user/:id', access: 'userView' },
  userEdit: { method: 'PUT', path: '/api/user/:id', access: 'userEdit' },
  userDelete: { method: 'DELETE', path: '/api/user/:id', access: 'userDelete' },

  mailTemplateList: { method: 'GET', path: '/api/mailtemplate', access: ['mailTemplatePreview', 'roleMailTemplatePreview'] },
  mailTemplateEdit: { method: 'PUT', path: '/api/mailtemplate/:id', access: 'organizationEdit' },
  mailTemplateReset: { method: 'DELETE', path: '/api/mailtemplate/:id', access: 'organizationEdit' },
  mailTemplatePreview: { method: 'POST', path: '/api/mailtemplate/preview', access: ['mailTemplatePreview', 'roleMailTemplatePreview'], isAudited: false },
  mailState: { method: 'GET', path: '/api/mailtemplate/state', access: ['organizationEdit', 'userInvite'] },

  notificationList: { method: 'GET', path: '/api/notification', access: 'signedIn' },
  notificationUnread: { method: 'GET', path: '/api/notification/unread', access: 'signedIn' },
  notificationReadAll: { method: 'POST', path: '/api/notification/readall', access: 'signedIn', isAudited: false },
  notificationRead: { method: 'PUT', path: '/api/notification/:id', access: 'signedIn', isAudited: false },
  uploadList: { method: 'GET', path: '/api/notification/upload', access: 'signedIn' },
  uploadCreate: { method: 'POST', path: '/api/notification/upload', access: 'signedIn', status: 201, isAudited: false },
  uploadEdit: { method: 'PUT', path: '/api/notification/upload/:id', access: 'signedIn', isAudited: false },

  auditList: { method: 'GET', path: '/api/audit', access: 'auditList' },

  blueprintCatalogue: { method: 'GET', path: '/api/blueprint/catalogue', access: 'blueprints' },
  blueprintFacets: { method: 'GET', path: '/api/blueprint/facets', access: 'blueprints' },
  blueprintGetByName: { method: 'GET', path: '/api/blueprint/name/:name', access: 'blueprints' },
  blueprintList: { method: 'GET', path: '/api/blueprint', access: 'blueprintList' },
  blueprintCreate: { method: 'POST', path: '/api/blueprint', access: 'blueprintCreate', status: 201 },
  blueprintImport: { method: 'POST', path: '/api/blueprint/import', access: 'blueprintCreate', status: 201, consumes: 'multipart/form-data' },
  blueprintGet: { method: 'GET', path: '/api/blueprint/:id', access: 'blueprintView' },
  blueprintEdit: { method: 'PUT', path: '/api/blueprint/:id', access: 'blueprintEdit' },
  blueprintDelete: { method: 'DELETE', path: '/api/blueprint/:id', access: 'blueprintDelete' },
  blueprintPublish: { method: 'POST', path: '/api/blueprint/:id/publish', access: 'blueprintEdit' },
  blueprintRetire: { method: 'POST', path: '/api/blueprint/:id/retire', access: 'blueprintEdit' },
  blueprintVersionList: { method: 'GET', path: '/api/blueprint/:id/version', access: ['blueprintView', 'blueprints'] },
  blueprintVersionGet: { method: 'GET', path: '/api/blueprint/:id/version/:version', access: ['blueprintView', 'blueprints'] },
  blueprintTypeList: { method: 'GET', path: '/api/blueprinttype', access: ['blueprintTypeList', 'blueprints'] },
  blueprintTypeCreate: { method: 'POST', path: '/api/blueprinttype', access: 'blueprintCreate', status: 201 },
  blueprintTypeEdit: { method: 'PUT', path: '/api/blueprinttype/:id', access: 'blueprintEdit' },
  blueprintTypeDelete: { method: 'DELETE', path: '/api/blueprinttype/:id', access: 'blueprintDelete' },

  deploymentCreate: { method: 'POST', path: '/api/azure/deployment.create', access: 'blueprintProvision', status: 202 },
  deploymentNameCheck: { method: 'POST', path: '/api/azure/deployment.namecheck', access: 'blueprintProvision', isRead: true },
  deploymentEstimate: { method: 'POST', path: '/api/azure/deployment.estimate', access: ['blueprints', 'blueprintProvision'], isAudited: false },
  deploymentListOwn: { method: 'POST', path: '/api/azure/deployment.get.user', access: 'deploymentList', isRead: true },
  deploymentGet: { method: 'POST', path: '/api/azure/deployment.get', access: ['resourceManagement', 'deploymentList'], isRead: true },
  deploymentOperations: { method: 'POST', path: '/api/azure/deployment.operations', access: 'resourceManagement', isRead: true },
  deploymentResources: { method: 'POST', path: '/api/azure/deployment.resources', access: 'resourceManagement', isRead: true },
  deploymentPlan: { method: 'POST', path: '/api/azure/deployment.plan', access: 'resourceManagement', isRead: true },
  deploymentRetry: { method: 'POST', path: '/api/azure/deployment.retry', access: 'blueprintProvision', status: 202 },
  deploymentCancel: { method: 'POST', path: '/api/azure/deployment.cancel', access: 'resourceManagement', status: 202 },
  deploymentDelete: { method: 'POST', path: '/api/azure/deployment.delete', access: 'deploymentDelete', status: 202 },
  deploymentAssign: { method: 'POST', path: '/api/azure/deployment.assign', access: 'deploymentAssign' },
  deploymentShare: { method: 'POST', path: '/api/azure/deployment.share', access: 'deploymentShare' },
  deploymentDownload: { method: 'POST', path: '/api/azure/deployment.download', access: 'deploymentDownload', isRead: true, produces: 'application/zip' },

  vmStart: { method: 'POST', path: '/api/azure/vm.start', access: 'resourceManagement', status: 202 },
  vmStop: { method: 'POST', path: '/api/azure/vm.stop', access: 'resourceManagement', status: 202 },
  vmRestart: { method: 'POST', path: '/api/azure/vm.restart', access: 'resourceManagement', status: 202 },
  vmSizes: { method: 'POST', path: '/api/azure/vm.sizes', access: 'blueprintProvision', isRead: true },
  vmImages: { method: 'POST', path: '/api/azure/vm.images', access: 'blueprintProvision', isRead: true },
  networkList: { method: 'POST', path: '/api/azure/network.get', access: 'blueprintProvision', isRead: true },

  subscriptionList: { method: 'POST', path: '/api/azure/subscription.get', access: ['subscriptionList', 'blueprintProvision'], isRead: true },
  subscriptionView: { method: 'POST', path: '/api/azure/subscription.view', access: 'subscriptionView', isRead: true },
  subscriptionAvailable: { method: 'POST', path: '/api/azure/subscription.available', access: 'subscriptionCreate', isRead: true },
  subscriptionCreate: { method: 'POST', path: '/api/azure/subscription.create', access: 'subscriptionCreate', status: 201 },
  subscriptionEdit: { method: 'POST', path: '/api/azure/subscription.edit', access: 'subscriptionEdit' },
  subscriptionDelete: { method: 'POST', path: '/api/azure/subscription.delete', access: 'subscriptionDelete' },
  subscriptionLocations: { method: 'POST', path: '/api/azure/subscription.locations', access: ['blueprintProvision', 'subscriptionView'], isRead: true },
  subscriptionAccessList: { method: 'POST', path: '/api/azure/subscription.access.get', access: 'subscriptionAccessControl', isRead: true },
  subscriptionAccessEdit: { method: 'POST', path: '/api/azure/subscription.access.edit', access: 'subscriptionAccessControl' },

  resourceGroupList: { method: 'POST', path: '/api/azure/resourcegroup.get', access: ['resourceGroupList', 'blueprintProvision'], isRead: true },
  resourceGroupCreate: { method: 'POST', path: '/api/azure/resourcegroup.create', access: ['subscriptionCreate', 'blueprintProvision'], status: 201 },
  resourceGroupDelete: { method: 'POST', path: '/api/azure/resourcegroup.delete', access: 'subscriptionDelete', status: 202 },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
