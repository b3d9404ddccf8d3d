import type { Refusals } from '../refusal.ts';

const W = 'Microsoft.Web';

/** What Microsoft.Web refuses. */
export const webRefusals: Refusals = {
  provider: W,
  given: [
    { method: 'PUT', path: `${W}/serverfarms/plan`, body: { location: 'westeurope', sku: { name: 'B1' }, properties: {} } },
    { method: 'PUT', path: `${W}/serverfarms/free`, body: { location: 'westeurope', sku: { name: 'F1' }, properties: {} } },
    { method: 'PUT', path: `${W}/sites/takensite1`, body: { location: 'westeurope', properties: { serverFarmId: '{group}/providers/Microsoft.Web/serverfarms/plan' } } },
  ],
  refused: [
    { title: 'a plan of an unknown sku', method: 'PUT', path: `${W}/serverfarms/new`, body: { location: 'westeurope', sku: { name: 'X9' } }, status: 400, code: 'BadRequest' },
    { title: 'more workers than the sku has', method: 'PUT', path: `${W}/serverfarms/new`, body: { location: 'westeurope', sku: { name: 'B1', capacity: 9 } }, status: 400, code: 'BadRequest' },
    { title: 'deleting a plan with a site', method: 'DELETE', path: `${W}/serverfarms/plan`, status: 409, code: 'Conflict' },
    { title: 'a site on a missing plan', method: 'PUT', path: `${W}/sites/newsite1`, body: { location: 'westeurope', properties: { serverFarmId: '{group}/providers/Microsoft.Web/serverfarms/none' } }, status: 404, code: 'NotFound' },
    { title: 'always on for a free plan', method: 'PUT', path: `${W}/sites/newsite1`, body: { location: 'westeurope', properties: { serverFarmId: '{group}/providers/Microsoft.Web/serverfarms/free', siteConfig: { alwaysOn: true } } }, status: 409, code: 'Conflict' },
    { title: 'a Linux site on a Windows plan', method: 'PUT', path: `${W}/sites/newsite1`, body: { location: 'westeurope', kind: 'app,linux', properties: { serverFarmId: '{group}/providers/Microsoft.Web/serverfarms/plan' } }, status: 409, code: 'Conflict' },
    { title: 'a site name that is taken', method: 'PUT', path: '{subscription}/resourceGroups/{otherGroup}/providers/Microsoft.Web/sites/takensite1', body: { location: 'westeurope', properties: {} }, status: 409, code: 'Conflict' },
    { title: 'a site name with an underscore', method: 'PUT', path: `${W}/sites/bad_site`, body: { location: 'westeurope', properties: {} }, status: 400, code: 'BadRequest' },
    { title: 'an app setting that is no text', method: 'PUT', path: `${W}/sites/takensite1/config/appsettings`, body: { properties: { A: { deep: true } } }, status: 400, code: 'BadRequest' },
    { title: 'an unknown configuration', method: 'PUT', path: `${W}/sites/takensite1/config/nonsense`, body: { properties: {} }, status: 400, code: 'InvalidResourceName' },
  ],
};
