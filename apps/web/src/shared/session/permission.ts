import { mayDo, type Subject } from '@cloudwright/contract/may-do';
import type { Permission } from '@cloudwright/contract/permissions';
import { useMemo } from 'react';
import type { Auth } from './auth.ts';
import { useRoot } from './store.ts';

/** What a permission check looks at, taken from the signed-in account. */
const subjectOf = ({ state, account, provider }: Auth): Subject => ({
  isSignedIn: state === 'LOGGED_IN',
  orgInfo: account?.orgInfo ?? null,
  roleInfo: account?.roleInfo ?? null,
  provider,
});

/** True when somebody is signed in but a permission list is missing: the session is unusable and must end. */
export const hasLostLists = (auth: Auth): boolean => mayDo(subjectOf(auth), { anyOf: [] }).denials.includes('listsMissing');

export function useSubject(): Subject {
  const auth = useRoot((root) => root.auth);
  return useMemo(() => subjectOf(auth), [auth]);
}

/** `may('userCreate')`: does the signed-in person hold it (any of them, when several are named)? */
export function useMay(): (...anyOf: Permission[]) => boolean {
  const subject = useSubject();
  return (...anyOf) => mayDo(subject, { anyOf }).isAllowed;
}

/** The signed-in account; pages below the gate always have one. */
export function useAccount() {
  const account = useRoot((root) => root.auth.account);
  if (!account) throw new Error('No account: this component belongs below the gate.');
  return account;
}
