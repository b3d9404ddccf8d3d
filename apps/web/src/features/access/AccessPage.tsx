import { explainDenial, mayDo, permissionTitle, type Demand } from '@cloudwright/contract/may-do';
import { isPermission, permissionNames, permissions, type Permission } from '@cloudwright/contract/permissions';
import { routes, type Route } from '@cloudwright/contract/routes';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRouter, useSearch } from '@tanstack/react-router';
import { queryText } from '../../shared/api/http.ts';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { useAccount, useSubject } from '../../shared/session/permission.ts';
import { AppLink } from '../../shared/ui/AppLink.tsx';
import { useAdminEmail } from '../../shared/website.ts';

/** Screens and menu items that a permission opens. */
const opens = (permission: Permission) =>
  (Object.values(routes) as Route[]).filter(({ guard, menu }) => guard.includes(permission) || menu?.anyOf.includes(permission));

/** "Why can't I see this?": traces any permission through the organization's and the role's list. */
export function AccessPage() {
  const search = useSearch({ strict: false }) as { permission?: string };
  const { history } = useRouter();
  const subject = useSubject();
  const { orgInfo, roleInfo } = useAccount();
  const adminEmail = useAdminEmail();
  const permission = search.permission && isPermission(search.permission) ? search.permission : null;
  const provider = permission ? opens(permission).find(({ menu }) => menu?.provider)?.menu?.provider : undefined;
  const demand: Demand | null = permission ? { anyOf: [permission], ...(provider ? { provider } : {}) } : null;
  const decision = demand ? mayDo(subject, demand) : null;
  const [trace] = decision?.traces ?? [];
  return (
    <>
      <PageHead title="Why can’t I see this?" facts={`You are ${roleInfo.name} in ${orgInfo.name}. A permission counts when both lists hold it.`} />
      <Box sx={{ maxWidth: 720, display: 'grid', gap: 4 }}>
        <Autocomplete
          options={permissionNames}
          value={permission}
          groupBy={(name) => permissions[name].group}
          getOptionLabel={(name) => `${permissions[name].label} (${name})`}
          onChange={(_, name) => history.replace(location.pathname + queryText({ permission: name }))}
          renderInput={(input) => <TextField {...input} placeholder="Choose a permission" slotProps={{ ...input.slotProps, htmlInput: { ...input.slotProps.htmlInput, 'aria-label': 'Permission' } }} />}
        />
        {decision && demand && trace ? (
          <Card sx={{ p: 5 }} aria-live="polite">
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', color: decision.isAllowed ? 'success.main' : 'error.main' }}>
              {decision.isAllowed ? <CheckCircleOutlined fontSize="small" /> : <ErrorOutlineOutlined fontSize="small" />}
              <Typography variant="h2">{decision.isAllowed ? 'You may use this' : 'You may not use this now'}</Typography>
            </Box>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              {permissionTitle(trace.permission)}
            </Typography>
            <Box component="ol" aria-label="Trace" sx={{ listStyle: 'none', m: 0, mt: 4, p: 0 }}>
              <Step isHeld={trace.organizationHolds} text={`Organization ${orgInfo.name}`} />
              <Step isHeld={trace.roleHolds} text={`Role ${roleInfo.name}`} />
              {provider ? <Step isHeld={subject.provider === provider} text="AWS sign-in is the active one" words={['yes', 'no']} /> : null}
            </Box>
            {decision.denials.map((denial) => (
              <Typography key={denial} variant="body2" sx={{ mt: 2 }}>
                {explainDenial(denial, subject, demand)}
              </Typography>
            ))}
            {!adminEmail || (trace.organizationHolds && trace.roleHolds) ? null : (
              <Typography variant="body2" sx={{ mt: 2 }}>
                Your administrator can change that: <AppLink href={`mailto:${adminEmail}?subject=${encodeURIComponent(`Permission ${trace.permission}`)}`} target="_blank">{adminEmail}</AppLink>
              </Typography>
            )}
            <Screens permission={trace.permission} />
          </Card>
        ) : null}
      </Box>
    </>
  );
}

const Step = ({ isHeld, text, words = ['holds it', 'lacks it'] }: { isHeld: boolean; text: string; words?: [yes: string, no: string] }) => (
  <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'center', py: 2, borderTop: 1, borderColor: 'divider', fontSize: 13 }}>
    <Box sx={{ display: 'inline-flex', color: isHeld ? 'success.main' : 'error.main' }}>{isHeld ? <CheckCircleOutlined sx={{ fontSize: 16 }} /> : <ErrorOutlineOutlined sx={{ fontSize: 16 }} />}</Box>
    <Box sx={{ flex: 1 }}>{text}</Box>
    <b>{words[isHeld ? 0 : 1]}</b>
  </Box>
);

function Screens({ permission }: { permission: Permission }) {
  const screens = opens(permission).map(({ screen }) => screen);
  if (screens.length === 0) return null;
  return (
    <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 3 }}>
      Opens: {screens.join(', ')}
    </Typography>
  );
}
