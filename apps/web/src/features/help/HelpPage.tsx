import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { pathTo } from '../../shared/paths.ts';
import { SearchBox } from '../../shared/table/Toolbar.tsx';
import { AppLink } from '../../shared/ui/AppLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Markdown } from '../../shared/ui/Markdown.tsx';
import { useAdminEmail, useWebsite } from '../../shared/website.ts';
import { articles, findArticles } from './articles.ts';

/** Help: articles, a search over them, and whom to write to. */
export function HelpPage() {
  const { _splat: slug } = useParams({ strict: false }) as { _splat?: string };
  const article = articles.find((each) => each.slug === slug);
  if (article)
    return (
      <>
        <PageHead title={article.title} crumbs={[{ label: 'Help', href: pathTo('help') }]} facts={article.summary} />
        <Card sx={{ p: 6, maxWidth: 760 }}>
          <Markdown text={article.body} />
        </Card>
      </>
    );
  return <Overview />;
}

function Overview() {
  const [search, setSearch] = useState('');
  const admin = useAdminEmail();
  const support = useWebsite().data?.supportEmail ?? admin;
  const found = findArticles(search);
  return (
    <>
      <PageHead
        title="Help"
        facts={
          support ? (
            <>
              Not here? Write to <Link href={`mailto:${support}`}>{support}</Link>
            </>
          ) : null
        }
      />
      <SearchBox label="Search help" value={search} onChange={setSearch} width={360} />
      {found.length === 0 ? (
        <EmptyState art="nothingFound" title="No article matches">
          Try fewer or other words{support ? ', or write to the address above' : ''}.
        </EmptyState>
      ) : (
        <Box component="ul" aria-label="Articles" sx={{ listStyle: 'none', m: 0, mt: 4, p: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', lg: 'repeat(3, 1fr)' }, gap: 4 }}>
          {found.map(({ slug, title, summary }) => (
            <Card component="li" key={slug} sx={{ p: 5 }}>
              <AppLink href={`${pathTo('help')}/${slug}`} sx={{ fontWeight: 600, fontSize: 15 }}>
                {title}
              </AppLink>
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {summary}
              </Typography>
            </Card>
          ))}
        </Box>
      )}
    </>
  );
}
