import { callFile } from '../../shared/api/api.ts';
import { download } from '../../shared/table/export.ts';

/** Template, linked templates and parameters without secrets, as a zip. */
export async function downloadDeployment({ id, name }: { id: string; name: string }): Promise<void> {
  download(await callFile('deploymentDownload', { body: { id } }), `${name}.zip`);
}
