import { useQuery } from '@tanstack/react-query';
import { q } from '../api/api.ts';

/** The organization's subscriptions of the signed-in cloud. */
export const useSubscriptions = () => useQuery({ ...q('subscriptionList', { body: { limit: 100, sortObj: { displayName: 1 } } }), staleTime: 60_000 });
