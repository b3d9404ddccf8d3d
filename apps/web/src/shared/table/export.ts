import { calls, type CallName } from '@cloudwright/contract/calls';
import { send } from '../api/http.ts';

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads the whole result of a list as CSV, not the page: the server streams it and the browser spools it.
 * A list that is read by POST answers the same query by GET.
 */
export async function exportCsv(list: CallName, query: Record<string, unknown>, fileName: string): Promise<void> {
  const { skip: _skip, limit: _limit, ...whole } = query;
  const response = await send('GET', calls[list].path, { query: whole, accept: 'text/csv' });
  download(await response.blob(), `${fileName}.csv`);
}
