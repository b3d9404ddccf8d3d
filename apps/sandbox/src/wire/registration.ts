import type { World } from '../world/world.ts';
import type { ResourceId } from '../world/resource-id.ts';
import { ArmError } from './arm-error.ts';

type Registration = 'Registered' | 'Unregistered';

const keyOf = (subscriptionId: string, namespace: string): string => `${subscriptionId}/${namespace}`.toLowerCase();

/** Whether a subscription uses a resource provider; here all are registered until somebody says otherwise. */
export const registrationOf = (world: World, subscriptionId: string, namespace: string): Registration => world.value<Registration>('registration', keyOf(subscriptionId, namespace)) ?? 'Registered';

export const setRegistration = (world: World, subscriptionId: string, namespace: string, state: Registration): void => world.setValue('registration', keyOf(subscriptionId, namespace), state);

/** Throws for a resource of a provider that the subscription does not use. Deployments register by themselves instead. */
export function requireRegistered(world: World, { subscriptionId, namespace }: ResourceId): void {
  if (!subscriptionId || registrationOf(world, subscriptionId, namespace) === 'Registered') return;
  throw new ArmError(409, 'MissingSubscriptionRegistration', `The subscription is not registered to use namespace '${namespace}'. See https://aka.ms/rps-not-found for how to register subscriptions.`, namespace);
}
