import type { Provider } from '../../wire/provider.ts';

/** Microsoft.ManagedIdentity: the smallest provider with behaviour (ids given once, kept by later writes). */
export const managedIdentity: Provider = {
  namespace: 'Microsoft.ManagedIdentity',
  types: [
    {
      type: 'Microsoft.ManagedIdentity/userAssignedIdentities',
      apiVersions: ['2024-11-30', '2023-07-31-preview', '2023-01-31', '2022-01-31-preview', '2021-09-30-preview', '2018-11-30', '2015-08-31-preview'],
      name: { pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, min: 3, max: 128 },
      readOnly: ['properties.tenantId', 'properties.principalId', 'properties.clientId'],
      duration: 0,
      noProvisioningState: true,
      write: ({ body, existing, world, caller }) => ({
        body: {
          ...body,
          properties: {
            ...(existing?.body['properties'] as object | undefined ?? {
              tenantId: caller.tenantId,
              principalId: world.newId(),
              clientId: world.newId(),
            }),
          },
        },
      }),
    },
    {
      type: 'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials',
      apiVersions: ['2024-11-30', '2023-01-31', '2022-01-31-preview'],
      required: ['properties.issuer', 'properties.subject', 'properties.audiences'],
      noProvisioningState: true,
    },
  ],
};
