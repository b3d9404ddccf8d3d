import { currencyCodes, notificationLabels, type Currency, type NotificationType } from '@cloudwright/contract/enums';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { q, useCall, type OutputOf } from '../../shared/api/api.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { SelectInput, TextInput } from '../../shared/form/fields.tsx';
import { PageForm } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { Facts } from '../../shared/page/SidePanel.tsx';
import { useAccount } from '../../shared/session/permission.ts';
import { dispatch, updateAppSettings, useRoot, type ThemeMode } from '../../shared/session/store.ts';
import { toast, toastError } from '../../shared/ui/toast.ts';

const languages = [
  { value: '', label: 'As the browser' },
  { value: 'en', label: 'English' },
];
const themes: { value: ThemeMode; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const keep = (account: OutputOf<'profileEdit'>) => dispatch({ type: 'updateAccount', account });

/** The person: name, preferences, what to be told about, and the linked code-hosting account. */
export function ProfilePage() {
  const account = useAccount();
  return (
    <>
      <PageHead title="Profile" facts={`${account.roleInfo.name} in ${account.orgInfo.name}`} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, gap: 4, alignItems: 'start', maxWidth: 1200 }}>
        <Section title="You">
          <Person />
        </Section>
        <Section title="Account">
          <Facts
            rows={[
              ['E-mail', account.email],
              ['Role', account.roleInfo.name],
              ['Organization', account.orgInfo.name],
              ['Directory', <DirectoryName key="directory" tenantId={account.tenantId} />],
              ['Last sign-in', <RelativeTime key="login" at={account.lastLoginTime} />],
              ['Expires', account.expiresAt ? <RelativeTime key="expires" at={account.expiresAt} /> : 'Never'],
            ]}
          />
        </Section>
        <Section title="Notifications">
          <Notifications />
        </Section>
        <Section title="Code hosting">
          <GitHub />
        </Section>
      </Box>
    </>
  );
}

/** The directory by name, as the switcher knows it; by its id when the cloud does not tell. */
function DirectoryName({ tenantId }: { tenantId: string | null }) {
  const { data } = useQuery({ ...q('directoryFetch'), staleTime: 300_000, retry: false });
  const name = data?.value.find((each) => each.tenantId === tenantId)?.displayName;
  return (
    <>
      {name ? <Box>{name}</Box> : null}
      {tenantId ? <Mono>{tenantId}</Mono> : 'Not signed in yet'}
    </>
  );
}

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Card component="section" aria-label={title} sx={{ p: 5 }}>
    <Typography variant="h2" sx={{ mb: 4 }}>
      {title}
    </Typography>
    {children}
  </Card>
);

interface Values {
  name: string;
  currency: string;
  language: string;
}

function Person() {
  const account = useAccount();
  const themeMode = useRoot((root) => root.appSettings.themeMode);
  const form = useForm<Values>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/session')).sessionEndpoints.profileEdit.body.pick({ name: true }).required().loose()),
    values: { name: account.name, currency: account.preferences.currency ?? '', language: account.preferences.language ?? '' },
  });
  const edit = useCall('profileEdit', {
    onSuccess: (saved) => {
      keep(saved);
      toast('Saved');
    },
  });
  const onSubmit = ({ name, currency, language }: Values) => {
    const { currency: _currency, language: _language, ...others } = account.preferences;
    edit.mutate({ body: { name, preferences: { ...others, ...(currency ? { currency: currency as Currency } : {}), ...(language ? { language } : {}) } } });
  };
  return (
    <PageForm form={form} onSubmit={onSubmit} pending={edit.isPending} error={edit.error} submit="Save">
      <TextInput control={form.control} name="name" label="Name" required />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
        <SelectInput control={form.control} name="currency" label="Currency" options={[{ value: '', label: 'As the organization' }, ...currencyCodes.map((value) => ({ value, label: value }))]} />
        <SelectInput control={form.control} name="language" label="Language" options={languages} />
      </Box>
      <Box role="group" aria-label="Theme">
        <Typography sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>Theme</Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          {themes.map(({ value, label }) => (
            <Button key={value} variant="outlined" aria-pressed={themeMode === value} onClick={() => updateAppSettings({ themeMode: value })} sx={themeMode === value ? { borderColor: 'primary.main', bgcolor: 'action.selected' } : {}}>
              {label}
            </Button>
          ))}
        </Box>
      </Box>
    </PageForm>
  );
}

const types = [0, 1, 2, 3] as const satisfies NotificationType[];
/** In-app always, by mail for all but uploads, until the person says otherwise. */
const defaults = (type: NotificationType) => ({ inApp: true, mail: type !== 3 });

function Notifications() {
  const { preferences } = useAccount();
  const edit = useCall('profileEdit', { onSuccess: keep });
  const chosen = (type: NotificationType) => preferences.notifications?.[`${type}`] ?? defaults(type);
  const change = (type: NotificationType, part: Partial<ReturnType<typeof defaults>>) => {
    const notifications = { ...preferences.notifications, [`${type}`]: { ...chosen(type), ...part } };
    edit.mutate({ body: { preferences: { ...preferences, notifications } } }, { onError: toastError });
  };
  return (
    <Box component="table" aria-label="What to be told about" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13, '& th': { textAlign: 'left', fontWeight: 600, color: 'text.secondary', fontSize: 12, py: 1 }, '& td': { borderTop: 1, borderColor: 'divider', py: 1 }, '& td + td, & th + th': { width: 90 } }}>
      <thead>
        <tr>
          <th>About</th>
          <th>In the portal</th>
          <th>By mail</th>
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type}>
            <td>{notificationLabels[type]}</td>
            {(['inApp', 'mail'] as const).map((way) => (
              <td key={way}>
                <Switch size="small" checked={chosen(type)[way]} onChange={(_, isOn) => change(type, { [way]: isOn })} disabled={edit.isPending} slotProps={{ input: { 'aria-label': `${notificationLabels[type]} ${way === 'mail' ? 'by mail' : 'in the portal'}` } }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function GitHub() {
  const { githubLogin } = useAccount();
  const start = useCall('githubStart', { onSuccess: ({ url }) => location.assign(url) });
  const unlink = useCall('githubUnlink', { onSuccess: keep });
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 200 }}>
        {githubLogin ? (
          <>
            Linked to GitHub as <b>{githubLogin}</b>.
          </>
        ) : (
          'Link GitHub to import templates from your repositories and to set up deployments from them.'
        )}
      </Typography>
      {githubLogin ? (
        <Button variant="outlined" loading={unlink.isPending} onClick={() => unlink.mutate({}, { onError: toastError })}>
          Unlink
        </Button>
      ) : (
        <Button variant="outlined" loading={start.isPending} onClick={() => start.mutate({}, { onError: toastError })}>
          Link GitHub
        </Button>
      )}
    </Box>
  );
}
