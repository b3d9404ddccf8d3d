import MuiLink, { type LinkProps } from '@mui/material/Link';
import { RouterAnchor } from './router-anchor.tsx';

/** A text link inside the application. */
export const AppLink = (props: LinkProps & { href: string }) => <MuiLink component={RouterAnchor} {...props} />;
