import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import DataObjectOutlined from '@mui/icons-material/DataObjectOutlined';
import DeveloperBoardOutlined from '@mui/icons-material/DeveloperBoardOutlined';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import LanguageOutlined from '@mui/icons-material/LanguageOutlined';
import PolicyOutlined from '@mui/icons-material/PolicyOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import ViewInArOutlined from '@mui/icons-material/ViewInArOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';

/** Icon and hue of a blueprint's type; rows of data, matched by the type's words. */
const kinds: { words: RegExp; Icon: SvgIconComponent; hue: string }[] = [
  { words: /high-performance|hpc|batch/i, Icon: DnsOutlined, hue: '#C2185B' },
  { words: /research|machine learning|ai\b/i, Icon: ScienceOutlined, hue: '#1A73E7' },
  { words: /compute|server/i, Icon: DeveloperBoardOutlined, hue: '#1565C0' },
  { words: /web/i, Icon: LanguageOutlined, hue: '#D84315' },
  { words: /network/i, Icon: HubOutlined, hue: '#00897B' },
  { words: /storage|data\b/i, Icon: StorageOutlined, hue: '#6A3FD1' },
  { words: /database/i, Icon: DataObjectOutlined, hue: '#5E35B1' },
  { words: /container/i, Icon: ViewInArOutlined, hue: '#0277BD' },
  { words: /security/i, Icon: ShieldOutlined, hue: '#3949AB' },
  { words: /monitor/i, Icon: InsightsOutlined, hue: '#00838F' },
  { words: /governance|policy/i, Icon: PolicyOutlined, hue: '#AD6200' },
];

/** The picture of a blueprint: its own logo, else one for its type. */
export function BlueprintIcon({ type, logoUrl, size = 36 }: { type: string | null; logoUrl?: string | null; size?: number }) {
  const { Icon, hue } = kinds.find(({ words }) => words.test(type ?? '')) ?? { Icon: AccountTreeOutlined, hue: '#546E7A' };
  // `icon:` names a picture of the seed; the type says the same.
  if (logoUrl && !logoUrl.startsWith('icon:')) return <Box component="img" src={logoUrl} alt="" sx={{ width: size, height: size, borderRadius: 1, objectFit: 'contain', flexShrink: 0 }} />;
  return (
    <Box aria-hidden sx={{ width: size, height: size, borderRadius: '7px', display: 'grid', placeItems: 'center', flexShrink: 0, color: hue, backgroundColor: `color-mix(in srgb, ${hue} 12%, transparent)`, border: `1px solid color-mix(in srgb, ${hue} 30%, transparent)`, '[data-theme=dark] &': { color: `color-mix(in srgb, ${hue} 45%, white)` } }}>
      <Icon sx={{ fontSize: size * 0.55 }} />
    </Box>
  );
}
