import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller } from '../../wire/provider.ts';
import { scopeKind } from '../../world/resource-id.ts';

/** Everything that is needed to run a deployment, also again after a restart. Kept in the deployment's secret. */
export interface DeploymentRequest {
  /** Full id of the deployment. */
  id: string;
  name: string;
  /** Where it is deployed: '', a subscription, a group, a management group. */
  scope: string;
  location?: string | undefined;
  mode: 'Incremental' | 'Complete';
  /** The template as text or data, as it was sent or fetched. */
  template: string | JsonObject;
  templateUri?: string | undefined;
  parameters: JsonObject;
  tags?: JsonObject | undefined;
  caller: Caller;
  correlationId: string;
  startedAt: string;
  /** Answers newGuid() the same way when the deployment is expanded again. */
  seed: string;
}

const FETCH_LIMIT = 4 * 1024 * 1024;
const FETCH_TIMEOUT = 15_000;

const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Fetches linked templates as Resource Manager does: from a reachable address, or refuses with InvalidContentLink. */
export class LinkFetcher {
  readonly #cloud: Cloud;
  readonly #loaded = new Map<string, string | JsonObject>();

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  /** For the engine: what was fetched already. */
  readonly loader = (address: string): string | JsonObject | undefined => this.#loaded.get(address);

  async fetch(address: string): Promise<string | JsonObject> {
    const known = this.#loaded.get(address);
    if (known !== undefined) return known;
    const content = address.startsWith('/subscriptions/') ? this.#templateSpec(address) : await this.#download(address);
    this.#loaded.set(address, content);
    return content;
  }

  #templateSpec(id: string): JsonObject {
    const template = (this.#cloud.world.get(id)?.body['properties'] as JsonObject | undefined)?.['mainTemplate'];
    if (!isObject(template)) throw new ArmError(400, 'InvalidTemplateSpec', `The template spec version '${id}' could not be found or has no main template.`);
    return template;
  }

  async #download(address: string): Promise<string> {
    const refuse = (why: string): ArmError =>
      new ArmError(400, 'InvalidContentLink', `Unable to download deployment content from '${address}'. ${why} The tracking Id is '${this.#cloud.world.newId()}'. Please see https://aka.ms/arm-deploy for usage details.`);
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw refuse('The address is not an absolute http or https address.');
    if (!this.#cloud.faults.switches.linkedTemplates) throw refuse('The sandbox does not fetch linked templates (a switch on its console).');
    try {
      // Hosts, owners and repositories are written in any case.
      const mirror = this.#cloud.linkMirrors.find(({ from }) => address.toLowerCase().startsWith(from.toLowerCase()));
      const response = await fetch(mirror ? mirror.to + address.slice(mirror.from.length) : address, { signal: AbortSignal.timeout(FETCH_TIMEOUT), redirect: 'follow' });
      if (!response.ok) throw refuse(`The server answered ${response.status}.`);
      const text = await response.text();
      if (text.length > FETCH_LIMIT) throw refuse('The content is larger than 4 MB.');
      return text;
    } catch (error) {
      throw error instanceof ArmError ? error : refuse('The server cannot be reached.');
    }
  }
}

const VALID_NAME = /^[-\w.()]{1,64}$/;

/** Reads and checks the body of a deployment request; fetches a linked main template and parameter file. */
export async function readDeploymentRequest(cloud: Cloud, scope: string, name: string, body: JsonObject, caller: Caller, correlationId: string, links: LinkFetcher): Promise<DeploymentRequest> {
  if (!VALID_NAME.test(name)) throw new ArmError(400, 'InvalidDeploymentName', `The provided deployment name '${name}' has a length or characters that are not valid: 1 to 64 letters, digits, '-', '_', '.', '(' or ')'.`);
  const properties = body['properties'];
  if (!isObject(properties)) throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid and could not be deserialized: 'Required property 'properties' not found in JSON.'.");
  const kind = scopeKind(scope);
  const location = typeof body['location'] === 'string' ? body['location'].toLowerCase().replaceAll(' ', '') : undefined;
  if (kind !== 'resourceGroup' && !location) throw new ArmError(400, 'LocationRequired', `The 'location' property must be specified for '${name}'. Please see https://aka.ms/deploy-to-subscription for usage details.`);
  if (kind === 'resourceGroup' && location) throw new ArmError(400, 'InvalidDeployment', `The 'location' property is not allowed for '${name}' at resource group scope. Please see https://aka.ms/arm-deploy for usage details.`);
  const mode = String(properties['mode'] ?? 'Incremental');
  if (!/^(incremental|complete)$/i.test(mode)) throw new ArmError(400, 'InvalidRequestContent', `The deployment mode '${mode}' is not valid. Allowed values: 'Incremental', 'Complete'.`);
  const isComplete = /^complete$/i.test(mode);
  if (isComplete && kind !== 'resourceGroup') throw new ArmError(400, 'InvalidDeployment', `Deployment mode 'Complete' is not supported at this scope; use 'Incremental'.`);

  const link = properties['templateLink'];
  let template = properties['template'];
  let templateUri: string | undefined;
  if (isObject(link)) {
    if (template !== undefined && template !== null) throw new ArmError(400, 'InvalidTemplate', "Deployment template validation failed: 'template' and 'templateLink' cannot both be given.");
    templateUri = String(link['uri'] ?? link['id'] ?? '');
    const query = link['queryString'] ? `?${String(link['queryString']).replace(/^\?/, '')}` : '';
    template = await links.fetch(templateUri + query);
  }
  if (typeof template !== 'string' && !isObject(template)) throw new ArmError(400, 'InvalidTemplate', "Deployment template validation failed: 'Required property 'template' not found in JSON.'.");
  let parameters = properties['parameters'];
  const parametersLink = properties['parametersLink'];
  if (isObject(parametersLink)) {
    const file = parse(await links.fetch(String(parametersLink['uri'] ?? '')));
    parameters = (isObject(file) ? file['parameters'] : undefined) ?? {};
  }
  return {
    id: `${scope}/providers/Microsoft.Resources/deployments/${name}`, name, scope, location, mode: isComplete ? 'Complete' : 'Incremental',
    template, templateUri, parameters: isObject(parameters) ? parameters : {}, caller, correlationId,
    tags: isObject(body['tags']) ? body['tags'] : undefined,
    startedAt: cloud.world.now().toISOString(), seed: cloud.world.newId(),
  };
}

const parse = (content: string | JsonObject): Json => {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content) as Json;
  } catch {
    throw new ArmError(400, 'InvalidParametersFile', 'The linked parameter file is not valid JSON.');
  }
};
