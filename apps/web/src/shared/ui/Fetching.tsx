import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';

/** The full-page spinner, with the words the specification gives it. */
export const Fetching = ({ height = '60vh' }: { height?: string | number }) => (
  <Box role="status" sx={{ height, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 3 }}>
    <CircularProgress size={28} aria-label="Fetching...." />
    <Typography variant="body2" color="textSecondary">
      Fetching....
    </Typography>
  </Box>
);
