import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { formatMoney } from './format.ts';

interface Props {
  /** undefined: still being worked out; null: no price. */
  monthly: { amount: number; currency: string } | null | undefined;
  isLoading?: boolean;
  /** False when some line has no price: the sum is a lower bound. */
  isComplete?: boolean;
  size?: 'small' | 'large';
}

/** What it costs a month, always marked as an estimate (decision 73). */
export function PriceLabel({ monthly, isLoading = false, isComplete = true, size = 'small' }: Props) {
  const fontSize = size === 'large' ? 24 : 14;
  if (monthly === undefined && isLoading)
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', minHeight: 24 }}>
        <CircularProgress size={16} aria-hidden /> Working out the price
      </Box>
    );
  return (
    <Box aria-busy={isLoading} sx={{ opacity: isLoading ? 0.6 : 1 }}>
      {monthly ? (
        <Typography component="span" sx={{ fontSize, lineHeight: 1.2, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          ≈ {formatMoney(monthly.amount, monthly.currency)}
          <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary' }}>
            {' '}
            / month
          </Box>
        </Typography>
      ) : (
        <Typography component="span" sx={{ fontSize: size === 'large' ? 16 : 13, color: 'text.secondary' }}>
          Price not available
        </Typography>
      )}
      {size === 'small' && monthly && !isComplete ? (
        <Typography variant="caption" color="textSecondary" component="p">
          Not everything has a price yet.
        </Typography>
      ) : null}
      {size === 'large' ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          Estimate. Actual cost may differ.{isComplete || !monthly ? '' : ' Some resources have no price yet and are not in it.'}
        </Typography>
      ) : null}
    </Box>
  );
}
