import type { JsonObject } from '@cloudwright/engine';
import { frameOf, remediationOf } from '@cloudwright/policy';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import type { OperationError } from '../../world/operations.ts';
import type { Deployments } from '../deployments/lifecycle.ts';
import { LinkFetcher } from '../deployments/request.ts';
import { aliases } from './aliases.ts';
import type { State } from './compliance.ts';
import { contextOf, storedSubject } from './state.ts';

/** A repair that runs: the deployment it makes ('' for modify), and what ends it; the error that it ended with. */
interface Repair {
  deploymentId: string;
  ended: Promise<OperationError | undefined>;
}

/** Starts for one resource what modify and deployIfNotExists do: it is written once more, or a template is deployed. Throws ArmError. */
export type Repairer = (state: State, caller: Caller) => Promise<Repair>;

const API_VERSION = '2022-09-01';

export function repairerOf(cloud: Cloud, manager: ResourceManager, deployments: Deployments): Repairer {
  const { world, operations } = cloud;
  const endOf = async (id: string | undefined): Promise<OperationError | undefined> => {
    if (id === undefined) return undefined;
    const { state, error } = await operations.ended(id);
    return error ?? (state === 'Succeeded' ? undefined : { code: 'Conflict', message: `The operation ended as ${state}.` });
  };

  const deploy = async ({ resource, finding }: State, caller: Caller): Promise<Repair> => {
    const subject = storedSubject(resource);
    const context = contextOf(world, resource.id, { apiVersion: resource.apiVersion, caller });
    const details = finding.policy.detailsFor(frameOf(subject, { aliases, context, apiVersion: resource.apiVersion }));
    const wanted = remediationOf(details, subject);
    if (wanted === undefined) throw new ArmError(400, 'InvalidTemplate', 'The policy has no deployment.');
    const name = `PolicyDeployment_${BigInt(`0x${world.newId().replaceAll('-', '').slice(0, 16)}`)}`;
    const { scope, location, template, parameters } = JSON.parse(JSON.stringify(wanted)) as { scope: string; location?: string; template: JsonObject; parameters: JsonObject };
    const { stored, operation } = await deployments.create(
      {
        id: `${scope}/providers/Microsoft.Resources/deployments/${name}`, name, scope, location, mode: 'Incremental', template, parameters, caller,
        correlationId: world.newId(), startedAt: world.now().toISOString(), seed: world.newId(),
      },
      new LinkFetcher(cloud),
      API_VERSION,
    );
    return { deploymentId: stored.id, ended: endOf(operation.id) };
  };

  return async (state, caller) => {
    if (state.finding.policy.effect !== 'modify') return deploy(state, caller);
    const { resource } = state;
    const { operation } = manager.write({ id: resource.id, body: resource.body, apiVersion: resource.apiVersion, method: 'PUT', caller });
    return { deploymentId: '', ended: endOf(operation?.id) };
  };
}
