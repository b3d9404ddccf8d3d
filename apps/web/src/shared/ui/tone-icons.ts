import Autorenew from '@mui/icons-material/Autorenew';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import RemoveCircleOutlineOutlined from '@mui/icons-material/RemoveCircleOutlineOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { StatusTone } from './tokens.ts';

/** The icon of each tone: a state never shows by colour alone. */
export const toneIcons: Record<StatusTone, SvgIconComponent> = {
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  error: ErrorOutlineOutlined,
  info: InfoOutlined,
  running: Autorenew,
  neutral: RemoveCircleOutlineOutlined,
};
