import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { permissionNames } from './permissions.ts';
import { id, name } from './shared.ts';
import { preferences, user } from './users.ts';

const permissionList = z.array(z.enum(permissionNames));

/** The account of the session: the user, with both permission lists. */
export const account = user.extend({
  orgInfo: z.object({ id, key: z.string(), name: z.string(), logoUrl: z.string().nullable(), permission: permissionList }),
  roleInfo: z.object({ id, name: z.string(), permission: permissionList }),
  githubLogin: z.string().nullable(),
});
export type Account = z.output<typeof account>;

export const sessionEndpoints = endpoints({
  sessionGet: { response: account },
  sessionJoin: { body: z.object({ token: z.string().min(1).max(200) }), response: account },
  profileEdit: { body: z.object({ name, preferences }).partial(), response: account },
  githubStart: { response: z.object({ url: z.string() }) },
  githubReturn: {
    params: z.object({ email: z.string().max(254) }),
    query: z.object({ code: z.string().max(500), state: z.string().max(2000), error: z.string().max(200) }).partial(),
    response: z.undefined(),
  },
  githubUnlink: { response: account },
  awsSignIn: { body: z.object({ idToken: z.string().min(1).max(8192) }), response: z.object({ awsAuth: z.string(), expiresAt: z.string() }) },
  eventsStream: { response: z.string().describe('Server-sent events, one JSON object (event.ts) each') },
});
