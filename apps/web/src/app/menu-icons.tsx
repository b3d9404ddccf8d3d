import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import DataObject from '@mui/icons-material/DataObject';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import GridView from '@mui/icons-material/GridView';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import PolicyOutlined from '@mui/icons-material/PolicyOutlined';
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Tune from '@mui/icons-material/Tune';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import type { SvgIconComponent } from '@mui/icons-material';

/** Icons of groups and top-level items, by their label. */
export const menuIcons: Record<string, SvgIconComponent> = {
  Administration: AdminPanelSettingsOutlined,
  Template: DataObject,
  Subscription: VpnKeyOutlined,
  Policy: PolicyOutlined,
  Optimizer: InsightsOutlined,
  Resource: DnsOutlined,
  Convertor: SwapHoriz,
  Blueprints: GridView,
  Deployments: RocketLaunchOutlined,
  CMS: ArticleOutlined,
  Learn: SchoolOutlined,
  'Website Settings': Tune,
};
