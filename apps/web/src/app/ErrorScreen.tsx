import Button from '@mui/material/Button';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Logo } from '../shared/ui/Art.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';

/** What a failed render shows: the words of the specification, logo, illustration, and a way on. */
export const ErrorScreen = ({ error }: { error: Error }) => (
  <EmptyState
    art="error"
    level="h1"
    title="Something went wrong"
    actions={
      <Button variant="contained" onClick={() => location.reload()}>
        Reload
      </Button>
    }
  >
    <Logo size={22} />
    <br />
    This page could not be shown: {error.message}
  </EmptyState>
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
