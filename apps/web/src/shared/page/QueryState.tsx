import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../api/http.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Shows what a query brought; its loading and failing belong here, not to the pages. */
export function QueryState<T>({ query, skeleton, notFound = 'Not found', children }: { query: UseQueryResult<T, Error>; skeleton?: ReactNode; notFound?: string; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <div aria-busy="true">{skeleton ?? <PageSkeleton />}</div>;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Card>
      <EmptyState
        art={isMissing ? 'notFound' : 'error'}
        title={isMissing ? notFound : 'This could not be loaded'}
        actions={
          isMissing ? null : (
            <Button variant="contained" onClick={() => void query.refetch()}>
              Try again
            </Button>
          )
        }
      >
        {messageOf(query.error)}
      </EmptyState>
    </Card>
  );
}

/** A page in outline: head and a card. */
const PageSkeleton = () => (
  <>
    <Skeleton width={260} height={34} />
    <Skeleton width={180} height={20} />
    <Card sx={{ mt: 5, p: 5 }}>
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} height={32} width={`${92 - ((line * 13) % 40)}%`} />
      ))}
    </Card>
  </>
);
