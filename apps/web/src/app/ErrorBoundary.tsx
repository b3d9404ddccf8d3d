import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Component, lazy, Suspense, type ErrorInfo, type ReactNode } from 'react';
import { Logo } from '../shared/ui/Logo.tsx';

const Picture = lazy(() =>
  import('./ErrorPicture.tsx').then(
    ({ ErrorPicture }) => ({ default: ErrorPicture }),
    // What failed may be the network itself: the screen must stand without its picture.
    () => ({ default: () => <></> }),
  ),
);

/** What a failed render shows: the words of the specification, logo, illustration, and a way on. */
const ErrorScreen = ({ error }: { error: Error }) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 3, px: 4, py: 16 }}>
    <Box sx={{ minHeight: 112 }}>
      <Suspense>
        <Picture />
      </Suspense>
    </Box>
    <Logo size={24} />
    <Typography component="h1" sx={{ fontSize: 18, fontWeight: 600 }}>
      Something went wrong
    </Typography>
    <Typography color="textSecondary" sx={{ maxWidth: 640 }}>
      This page could not be shown: {error.message}
    </Typography>
    <Button variant="contained" onClick={() => location.reload()}>
      Reload
    </Button>
  </Box>
);

interface Props {
  /** A change of it (the address) gives the page another try. */
  resetKey: string;
  children: ReactNode;
}

/** Keeps a failing page inside its frame: menu and top bar stay usable. */
export class ErrorBoundary extends Component<Props, { error: Error | null; resetKey: string }> {
  override state = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError = (error: Error) => ({ error });

  static getDerivedStateFromProps = (props: Props, state: { error: Error | null; resetKey: string }) =>
    props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error.message, info.componentStack);
  }

  override render() {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}
