import { notificationLabels, type NotificationType } from '@cloudwright/contract/enums';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { q, qPage, useCall, type OutputOf, type RowOf } from '../../shared/api/api.ts';
import { queryText } from '../../shared/api/http.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { RadioInput, TextInput } from '../../shared/form/fields.tsx';
import { PageForm } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { MailFrame } from './MailFrame.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { UrlTabs } from '../../shared/page/UrlTabs.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import { toast } from '../../shared/ui/toast.ts';

type Template = RowOf<'mailTemplateList'>;

const types = [0, 1, 2, 3] as const satisfies NotificationType[];
const tabs = types.map((type) => ({ name: String(type), label: notificationLabels[type] }));

/** The mails of an organization: subject and body with variables, and what they look like. */
export function MailTemplatePage() {
  const { orgId: own } = useAccount();
  const search = useSearch({ strict: false }) as { orgId?: string; type?: string };
  const { history } = useRouter();
  const may = useMay();
  const orgId = search.orgId ?? own;
  const type = types.find((each) => String(each) === search.type) ?? 0;
  const query = useQuery(q('mailTemplateList', { query: { orgId, limit: 25 } }));
  const organization = useQuery(q('organizationGetByKey', { params: { key: orgId } }));
  return (
    <>
      <PageHead
        title="Notification mails"
        {...(may('organizationList') ? { crumbs: [{ label: 'Organizations', href: pathTo('organizations') }] } : {})}
        facts={`What ${organization.data?.name ?? orgId} sends`}
      />
      {may('organizationEdit', 'userInvite') ? <MailState /> : null}
      <UrlTabs label="Mails" tabs={tabs} value={String(type)} onChange={(next) => history.push(location.pathname + queryText({ orgId: search.orgId, type: next }))} />
      <QueryState query={query}>
        {({ result }) => {
          const template = result.find((each) => each.type === type);
          return template ? <Editor key={template.id} template={template} orgId={orgId} /> : null;
        }}
      </QueryState>
    </>
  );
}

/** Without a mail server mails wait: an administrator should know. */
function MailState() {
  const { data } = useQuery(q('mailState'));
  if (!data || (data.delivery === 'smtp' && data.failed === 0)) return null;
  return (
    <Alert severity="warning" sx={{ mb: 4 }}>
      {data.delivery === 'none' ? 'No mail server is set up: mails are kept until there is one.' : `${data.failed} mails could not be delivered${data.lastError ? `: ${data.lastError}` : '.'}`} {data.pending > 0 ? `${data.pending} are waiting.` : ''}
    </Alert>
  );
}

interface Values {
  subject: string;
  html: string;
  text: string;
  format: 'html' | 'mjml';
}

const PREVIEW_PAUSE_MS = 400;

function usePaused<T>(value: T, ms: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}

function Editor({ template, orgId }: { template: Template; orgId: string }) {
  const mayEdit = useMay()('organizationEdit');
  const [asksReset, setAsksReset] = useState(false);
  const { subject, html, text, format } = template;
  const form = useForm<Values>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/mail-templates')).mailTemplateEndpoints.mailTemplateEdit.body),
    values: { subject, html, text, format },
    // What is typed stays when the page loads the template anew.
    resetOptions: { keepDirtyValues: true },
  });
  const [updatedAt, setUpdatedAt] = useState(template.updatedAt);
  const settle = (saved: OutputOf<'mailTemplateEdit'>) => {
    setUpdatedAt(saved.updatedAt);
    form.reset({ subject: saved.subject, html: saved.html, text: saved.text, format: saved.format });
  };
  const edit = useCall('mailTemplateEdit', {
    refresh: ['mailTemplateList'],
    onSuccess: (saved) => {
      toast('Saved');
      settle(saved);
    },
  });
  const reset = useCall('mailTemplateReset', {
    refresh: ['mailTemplateList'],
    onSuccess: (standard) => {
      toast('The standard mail is back');
      settle(standard);
      setAsksReset(false);
    },
  });
  const [typedSubject, typedHtml, typedText, typedFormat] = useWatch({ control: form.control, name: ['subject', 'html', 'text', 'format'] });
  const typed = JSON.stringify({ subject: typedSubject, html: typedHtml, text: typedText, format: typedFormat });
  const draft = useDeferredValue(usePaused(typed, PREVIEW_PAUSE_MS));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, gap: 4, alignItems: 'start' }}>
      <Card sx={{ p: 5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 4 }}>
          <Typography variant="h2" sx={{ flex: 1 }}>
            Mail
          </Typography>
          <StatusChip tone={template.isDefault ? 'neutral' : 'info'} label={template.isDefault ? 'Standard' : 'Own'} />
          {mayEdit && !template.isDefault ? (
            <Button size="small" variant="outlined" onClick={() => setAsksReset(true)}>
              Back to standard
            </Button>
          ) : null}
        </Box>
        <PageForm form={form} onSubmit={(body) => edit.mutate({ params: { id: template.id }, body: { ...body, updatedAt } })} pending={edit.isPending} error={edit.error} submit="Save">
          <TextInput control={form.control} name="subject" label="Subject" required disabled={!mayEdit} />
          <RadioInput control={form.control} name="format" label="Written in" disabled={!mayEdit} options={[{ value: 'html', label: 'HTML' }, { value: 'mjml', label: 'MJML' }]} />
          <TextInput control={form.control} name="html" label="Body" required rows={14} isMono disabled={!mayEdit} />
          <TextInput control={form.control} name="text" label="Body without markup" rows={6} isMono disabled={!mayEdit} help="For programs that show no HTML." />
        </PageForm>
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 4 }}>
          Variables, put in when the mail is sent
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {template.variables.map((name) => (
            <Chip key={name} size="small" label={`{{${name}}}`} {...(mayEdit ? { onClick: () => form.setValue('html', `${form.getValues('html')}{{${name}}}`, { shouldDirty: true }) } : {})} />
          ))}
        </Box>
      </Card>
      <Preview orgId={orgId} type={template.type} draft={draft} />
      {asksReset ? (
        <ConfirmDialog title="Back to the standard mail?" confirm="Use the standard" isDestructive pending={reset.isPending} error={reset.error} onConfirm={() => reset.mutate({ params: { id: template.id } })} onClose={() => setAsksReset(false)}>
          Your own text goes and cannot be brought back.
        </ConfirmDialog>
      ) : null}
    </Box>
  );
}

/** What the mail looks like, in a frame that may run nothing and reach nothing. */
function Preview({ orgId, type, draft }: { orgId: string; type: NotificationType; draft: string }) {
  const query = useQuery(qPage('mailTemplatePreview', { body: { orgId, type, ...(JSON.parse(draft) as Values) } }));
  return (
    <Card component="section" aria-label="Preview" sx={{ position: 'sticky', top: 80 }}>
      <Box sx={{ p: 4, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="caption" color="textSecondary">
          Subject
        </Typography>
        <Typography sx={{ fontWeight: 600 }}>{query.data?.subject ?? '…'}</Typography>
      </Box>
      {query.data?.errors.map(({ line, message }) => (
        <Alert key={`${line}${message}`} severity="error" sx={{ borderRadius: 0 }}>
          Line {line}: {message}
        </Alert>
      ))}
      {query.isError ? (
        <Alert severity="error" sx={{ borderRadius: 0 }}>
          {query.error.message}
        </Alert>
      ) : null}
      <MailFrame html={query.data?.html ?? ''} />
    </Card>
  );
}
