import type { sessionEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { editProfile, join, readAccount } from './actions.ts';
import { signInToAws } from './aws-sign-in.ts';
import { streamEvents } from './event-stream.ts';
import { returnFromGithub, startGithub, unlinkGithub } from './github.ts';

export const sessionHandlers: Handlers<typeof sessionEndpoints> = {
  sessionGet: (context) => readAccount(context),
  sessionJoin: (context, { body }) => join(context, body.token),
  profileEdit: (context, { body }) => editProfile(context, body),
  githubStart: (context) => startGithub(context),
  githubReturn: (context, { params, query }) => returnFromGithub(context, params.email, query),
  githubUnlink: (context) => unlinkGithub(context),
  awsSignIn: (context, { body }) => signInToAws(context, body.idToken),
  eventsStream: (context) => streamEvents(context),
};
