import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import { light } from '../../shared/ui/tokens.ts';

const icons = { info: InfoOutlined, error: ErrorOutlineOutlined, warning: WarningAmberOutlined, success: CheckCircleOutlined };

/** A picture of what the portal shows before something runs; always light, it stands on the dark top. */
export const ReviewCard = ({ title, time, rows }: { title: string; time: string; rows: { tone: keyof typeof icons; label: string; value: string; fix?: boolean }[] }) => (
  <Box sx={{ bgcolor: '#fff', color: light.text1, borderRadius: '12px', p: 5, boxShadow: '0 24px 60px rgba(0,0,0,.35)' }}>
    <Box sx={{ display: 'flex', alignItems: 'center', mb: 3 }}>
      <Typography sx={{ fontWeight: 600, fontSize: 15, flex: 1 }}>{title}</Typography>
      <Box sx={{ fontSize: 12, fontWeight: 600, color: light.status.success.ink, bgcolor: light.status.success.ground, px: 2, py: '3px', borderRadius: '5px', display: 'flex', gap: 1, alignItems: 'center' }}>
        <CheckCircleOutlined sx={{ fontSize: 14 }} /> {time}
      </Box>
    </Box>
    {rows.map(({ tone, label, value, fix }) => {
      const Icon = icons[tone];
      return (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 3, border: `1px solid ${light.border}`, borderRadius: '6px', px: 3, height: 43, mt: 3, fontSize: 13 }}>
          <Icon sx={{ fontSize: 17, color: light.status[tone].ink }} />
          <Box sx={{ width: 92, color: light.text2 }}>{label}</Box>
          <Box sx={{ fontWeight: 600, flex: 1 }}>{value}</Box>
          {fix ? <Box sx={{ color: light.link, fontWeight: 600 }}>Fix</Box> : null}
        </Box>
      );
    })}
  </Box>
);
