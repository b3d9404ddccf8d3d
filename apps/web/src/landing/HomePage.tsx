import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, type ReactNode } from 'react';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import type { Family } from './family.ts';
import { Foot, Top, Width } from './parts.tsx';
import { CloudChoice, SignInButton, SignInNotice } from './SignIn.tsx';

const Carousel = lazy(() => import('./Carousel.tsx').then(({ Carousel: component }) => ({ default: component })));

/** The home of a family: headline, sign-in, cards, carousel, testimonials. */
export const HomePage = ({ family, notice }: { family: Family; notice: ReactNode }) => (
  <Box sx={{ bgcolor: 'background.default', minHeight: '100vh' }}>
    <Top family={family}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 14, alignItems: 'center', py: { xs: 10, md: 16 } }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography component="h1" sx={{ fontSize: { xs: 36, sm: 50 }, lineHeight: 1.08, fontWeight: 700, letterSpacing: '-0.025em', textWrap: 'balance' }}>
            {family.headline}
          </Typography>
          <Typography sx={{ mt: 5, fontSize: 17, lineHeight: '27px', color: '#C3D0E0', maxWidth: 520 }}>{family.description}</Typography>
          <Stack sx={{ mt: 6, gap: 3, maxWidth: 520 }}>
            {notice}
            <SignInNotice />
            <CloudChoice />
            <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
              <SignInButton size="large" />
              <Button
                component={RouterAnchor}
                href={`${family.base}/signup`}
                variant="outlined"
                sx={{ minHeight: 44, px: 6, fontSize: 15, color: '#fff', borderColor: 'rgba(255,255,255,.35)', bgcolor: 'transparent', '&:hover': { bgcolor: 'rgba(255,255,255,.08)' } }}
              >
                Request a trial
              </Button>
            </Box>
            <Typography variant="body2" sx={{ color: '#90A3BA' }}>
              {family.clouds}
            </Typography>
          </Stack>
        </Box>
        <Box aria-hidden sx={{ display: { xs: 'none', md: 'block' } }}>
          {family.hero}
        </Box>
      </Box>
    </Top>
    <Box component="main">
      <Width>
        <Box sx={{ mt: 12, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' }, gap: 4 }}>
          {family.cards.map(({ Icon, title, text }) => (
            <Card key={title} component="article" sx={{ p: 6 }}>
              <Icon sx={{ color: 'primary.main', fontSize: 26 }} />
              <Typography component="h2" sx={{ fontSize: 16, lineHeight: '22px', fontWeight: 600, mt: 4 }}>
                {title}
              </Typography>
              <Typography color="textSecondary" sx={{ mt: 1 }}>
                {text}
              </Typography>
            </Card>
          ))}
        </Box>
        <Suspense>
          <Carousel slides={family.slides} />
        </Suspense>
        <Box component="section" aria-label="What people say" sx={{ mt: 12, display: 'grid', gridTemplateColumns: { xs: '1fr', md: `repeat(${family.testimonials.length}, 1fr)` }, gap: 4 }}>
          {family.testimonials.map(({ quote, who }) => (
            <Box key={who} component="figure" sx={{ m: 0, pl: 5, borderLeft: 3, borderColor: 'primary.main' }}>
              <Typography component="blockquote" sx={{ m: 0, fontSize: 15, lineHeight: '24px' }}>
                “{quote}”
              </Typography>
              <Typography component="figcaption" variant="body2" color="textSecondary" sx={{ mt: 2 }}>
                {who}
              </Typography>
            </Box>
          ))}
        </Box>
      </Width>
    </Box>
    <Foot family={family} />
  </Box>
);
