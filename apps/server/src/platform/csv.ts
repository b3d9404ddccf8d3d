/** One cell: quoted where needed; a text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
const line = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`;

/** Pages of rows as RFC 4180 text, with a byte order mark for spreadsheets. Columns: the given, else the first row's. */
export async function* csvOf(pages: AsyncIterable<Record<string, unknown>[]>, fields?: string[]): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const rows of pages) {
    if (!columns) {
      columns = fields ?? Object.keys(rows[0] ?? {});
      yield `\uFEFF${line(columns)}`;
    }
    const names = columns;
    yield rows.map((row) => line(names.map((name) => row[name]))).join('');
  }
}
