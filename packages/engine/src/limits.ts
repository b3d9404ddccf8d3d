/**
 * Documented limits of Azure (reference page "Template limits", "Azure subscription and service limits") and the
 * engine's own bounds on recursion. Sizes are in bytes unless said otherwise.
 */
export const limits = {
  templateBytes: 4 * 1024 * 1024,
  parameterFileBytes: 4 * 1024 * 1024,
  resourceBytes: 1024 * 1024,
  parameters: 256,
  variables: 512,
  /** Resources of one deployment, copies included. */
  resources: 800,
  outputs: 64,
  expressionCharacters: 24_576,
  /** Different locations of the deployments at a scope above the resource group. */
  locationsAboveGroup: 10,
  /** Documented bound of a copy loop's count. */
  copyCount: 800,
  /** Nesting of objects and arrays in a file. Azure has no documented number; its own parser ends far below. */
  jsonDepth: 256,
  /** Parameters and variables that refer to each other in a row: all that one template may have. */
  referenceRow: 520,
  /** Steps that declaring one resource takes from the budget: about what its name, id and lookups cost. */
  stepsOfResource: 250,
  /** Deployments inside deployments. Azure stops at five levels of expansion in what-if; execution has no stated bound. */
  deploymentDepth: 32,
  /** User-defined types inside each other while a value is checked. */
  typeDepth: 128,
  /** Diagnostics of one run; a broken loop would repeat one without end. */
  diagnostics: 1_000,
} as const;
