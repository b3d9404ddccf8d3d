import { useState } from 'react';
import Box from '@mui/material/Box';
import type { RowOf } from '../../shared/api/api.ts';
import { countOf, formatTime } from '../../shared/entities/format.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import type { Column } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { MONO } from '../../shared/ui/theme.ts';
import { changesOf } from './changes.ts';

type Entry = RowOf<'auditList'>;

/** "roleEdit" reads as "Role edit". */
const words = (action: string) => action.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase()).replace(/ ([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);

const columns: Column<Entry>[] = [
  { id: 'action', header: 'What', cell: (entry) => words(entry.action) },
  { id: 'subjectName', header: 'On', cell: (entry) => entry.subjectName ?? entry.subjectId, card: 'subtitle' },
  { id: 'userName', header: 'Who', cell: (entry) => entry.userName, card: 'meta' },
  { id: 'userEmail', header: 'E-mail', cell: (entry) => entry.userEmail },
  { id: 'noun', header: 'Kind', cell: (entry) => entry.noun },
  { id: 'createdAt', header: 'When', cell: (entry) => <RelativeTime at={entry.createdAt} />, card: 'meta' },
];
const nouns = ['organization', 'user', 'role', 'invite', 'blueprint', 'deployment', 'subscription', 'resourceGroup', 'mailTemplate'];
const list = { list: 'auditList', defaultSort: { field: 'createdAt', direction: -1 } } as const;

/** Every write: who, when, what, before and after. */
export function AuditPage() {
  const total = useListTotal(list);
  const [shown, setShown] = useState<Entry | null>(null);
  return (
    <>
      <PageHead title="Audit log" facts={total === undefined ? null : `${countOf(total, 'entry', 'entries')}, secrets masked`} actions={<ExportButton {...list} fileName="audit" />} />
      <WithSidePanel width={440} panel={shown ? { title: words(shown.action), onClose: () => setShown(null), children: <EntryFacts entry={shown} /> } : null}>
        <ListTable
          {...list}
          label="Entries"
          columns={columns}
          filters={[{ field: 'noun', label: 'Kind', options: nouns.map((value) => ({ value, label: words(value) })) }]}
          rowId={(entry) => entry.id}
          rowName={(entry) => words(entry.action)}
          onOpen={setShown}
          openId={shown?.id}
          empty={{ title: 'Nothing was changed yet', text: 'Every change that a person makes is recorded here.' }}
        />
      </WithSidePanel>
    </>
  );
}

function EntryFacts({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  return (
    <>
      <Facts
        rows={[
          ['Who', `${entry.userName} (${entry.userEmail})`],
          ['When', formatTime(entry.createdAt)],
          ['On', entry.subjectName ?? entry.subjectId ?? '–'],
          ['Request', <Mono key="request" copy>{entry.requestId}</Mono>],
        ]}
      />
      {changes.length > 0 ? (
        <Box component="table" aria-label="Changes" sx={{ width: '100%', mt: 4, borderCollapse: 'collapse', fontSize: 12, '& th': { textAlign: 'left', color: 'text.secondary', fontWeight: 600, py: 1 }, '& td': { borderTop: 1, borderColor: 'divider', py: 2, pr: 2, verticalAlign: 'top', overflowWrap: 'anywhere', fontFamily: MONO } }}>
          <thead>
            <tr>
              <th>Field</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <td>{field}</td>
                <Box component="td" sx={{ color: 'error.main' }}>{before}</Box>
                <Box component="td" sx={{ color: 'success.main' }}>{after}</Box>
              </tr>
            ))}
          </tbody>
        </Box>
      ) : null}
    </>
  );
}
