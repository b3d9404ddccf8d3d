import type { CallName } from '../../../shared/api/api.ts';

/** What changes when a blueprint changes. */
export const blueprintQueries: CallName[] = ['blueprintList', 'blueprintGet', 'blueprintGetByName', 'blueprintCatalogue', 'blueprintFacets', 'blueprintVersionList'];
