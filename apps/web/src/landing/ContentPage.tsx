import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { signIn } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { Fetching } from '../shared/ui/Fetching.tsx';
import { useAdminEmail, useWebsite } from '../shared/website.ts';
import type { Family, PageName } from './family.ts';
import { Foot, Top, Width } from './parts.tsx';
import { SignInButton, SignInNotice } from './SignIn.tsx';

/** A page of a family besides its home. `login` is no page: it starts the sign-in. */
export function ContentPage({ family, name }: { family: Family; name: PageName }) {
  const adminEmail = useAdminEmail();
  const support = useWebsite().data?.supportEmail ?? adminEmail;
  if (name === 'login') return <LoginRedirect />;
  const { title, lead, sections } = family.pages[name];
  const asksUs = name === 'contact' || name === 'signup' || name === 'register';
  return (
    <Box sx={{ bgcolor: 'background.default', minHeight: '100vh' }}>
      <Top family={family}>
        <Box sx={{ py: { xs: 8, md: 12 }, maxWidth: 720 }}>
          <Typography component="h1" sx={{ fontSize: { xs: 32, sm: 42 }, lineHeight: 1.1, fontWeight: 700, letterSpacing: '-0.02em' }}>
            {title}
          </Typography>
          <Typography sx={{ mt: 4, fontSize: 17, lineHeight: '27px', color: '#C3D0E0' }}>{lead}</Typography>
          {asksUs && support ? (
            <Button variant="contained" href={`mailto:${support}?subject=${encodeURIComponent(title)}`} sx={{ mt: 6, minHeight: 44, px: 6, fontSize: 15 }}>
              Write to {support}
            </Button>
          ) : null}
        </Box>
      </Top>
      <Box component="main">
        <Width>
          <Box sx={{ mt: 10, display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
            {sections.map((section) => (
              <Card key={section.title} sx={{ p: 6 }}>
                <Typography component="h2" sx={{ fontSize: 16, fontWeight: 600 }}>
                  {section.title}
                </Typography>
                <Typography color="textSecondary" sx={{ mt: 1 }}>
                  {section.text}
                </Typography>
              </Card>
            ))}
          </Box>
        </Width>
      </Box>
      <Foot family={family} />
    </Box>
  );
}

function LoginRedirect() {
  const state = useRoot((root) => root.auth.state);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void signIn();
  }, []);
  if (state !== 'LOGIN_ERROR') return <Fetching height="100vh" />;
  return (
    <EmptyState art="error" level="h1" title="Sign-in did not work" actions={<SignInButton />}>
      <SignInNotice />
    </EmptyState>
  );
}
