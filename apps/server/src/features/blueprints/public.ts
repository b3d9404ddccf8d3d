import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { may } from '@cloudwright/contract/may-do';
import { failure, found } from '../../platform/errors.ts';
import { findByName, findVersion, type BlueprintRow, type VersionRow } from './store.ts';
import { scopeOf } from './template.ts';

export { estimateOf, defaultRegion } from './pricing.ts';
export { blueprintUri, expandBlueprint, loaderOf, parametersOf } from './template.ts';
export { jsonb } from './store.ts';
export type { BlueprintRow, VersionRow } from './store.ts';

/** The published version that a person means by name, organization and number. Throws 404; a retired one is refused. */
export async function chosenVersion(context: PersonContext, tx: OrgTx, chosen: { blueprintName: string; org?: string | undefined; version?: number | undefined }): Promise<{ blueprint: BlueprintRow; version: VersionRow }> {
  const withMarketplace = may(context.person.subject, 'marketplace');
  const blueprint = found(await findByName(tx, chosen.blueprintName, { org: chosen.org, withMarketplace }), 'blueprint');
  if (blueprint.status !== 'PUBLISHED') throw failure('invalid_state', `The blueprint ${blueprint.title} is ${blueprint.status === 'RETIRED' ? 'retired' : 'not published yet'}.`);
  const version = found(await findVersion(tx, blueprint.id, chosen.version), 'version of this blueprint');
  // Where it is deployed says the chosen version, not the latest one.
  return { blueprint: { ...blueprint, scope: scopeOf(version.template.content) }, version };
}

/** The version that a deployment was made from, if it still exists. */
export function versionById(tx: OrgTx, id: string): Promise<VersionRow | undefined> {
  return tx.kysely.selectFrom('blueprintVersion').selectAll().where('id', '=', id).executeTakeFirst();
}
