/**
 * The enumerations of the spec (section 3) and of its entities. Plain data: the web shell imports this file, so no
 * schema library here. An entity's schema turns a list into `z.enum(list)`.
 */

/** Kinds of a form field by number; 6 to 9 carry no value, 10 to 12 do not exist. */
export const fieldTypes = {
  textField: 1,
  textArea: 2,
  select: 3,
  multiSelect: 4,
  date: 5,
  title: 6,
  subTitle: 7,
  divider: 8,
  information: 9,
  number: 13,
} as const;
export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];

export const notificationTypes = {
  inviteUser: 0,
  deploymentSuccess: 1,
  deploymentFail: 2,
  uploadNotification: 3,
} as const;
export type NotificationType = (typeof notificationTypes)[keyof typeof notificationTypes];
export const notificationLabels: Record<NotificationType, string> = {
  0: 'Invite User',
  1: 'Deployment Success',
  2: 'Deployment Fail',
  3: 'Upload Notification',
};

export const resourceKinds = { Storage: 0, VirtualMachine: 1 } as const;
export type ResourceKind = (typeof resourceKinds)[keyof typeof resourceKinds];

export const dateRanges = { Today: 0, Yesterday: 1, Last7Days: 2, LastMonth: 3, Last3Months: 4, LastYear: 5 } as const;
export type DateRange = (typeof dateRanges)[keyof typeof dateRanges];

/** Symbol and number of decimals of each currency. */
export const currencies = {
  USD: { symbol: '$', decimals: 2 },
  EUR: { symbol: '€', decimals: 2 },
  CRC: { symbol: '₡', decimals: 2 },
  GBP: { symbol: '£', decimals: 2 },
  ILS: { symbol: '₪', decimals: 2 },
  INR: { symbol: '₹', decimals: 2 },
  JPY: { symbol: '¥', decimals: 0 },
  KRW: { symbol: '₩', decimals: 0 },
  NGN: { symbol: '₦', decimals: 2 },
  PHP: { symbol: '₱', decimals: 2 },
  PLN: { symbol: 'zł', decimals: 2 },
  PYG: { symbol: '₲', decimals: 0 },
  THB: { symbol: '฿', decimals: 2 },
  UAH: { symbol: '₴', decimals: 2 },
  VND: { symbol: '₫', decimals: 0 },
} as const;
export type Currency = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [Currency, ...Currency[]];

/** The symbol of a currency; an unknown code shows as itself. */
export const currencySymbol = (code: string): string =>
  Object.hasOwn(currencies, code) ? currencies[code as Currency].symbol : code;

/** What the files of an imported blueprint may weigh together, in MB (2^20 bytes). */
export const maxUploadMb = 20;

/** The cloud's official display name of each region. */
export const regions = {
  centralindia: 'Central India',
  northeurope: 'North Europe',
  westeurope: 'West Europe',
  uksouth: 'UK South',
  ukwest: 'UK West',
  eastus: 'East US',
  eastus2: 'East US 2',
  westus: 'West US',
  westus2: 'West US 2',
  centralus: 'Central US',
  northcentralus: 'North Central US',
  southcentralus: 'South Central US',
  usgovvirginia: 'US Gov Virginia',
  usgovarizona: 'US Gov Arizona',
  usgoviowa: 'US Gov Iowa',
  usgovtexas: 'US Gov Texas',
  usdodcentral: 'US DoD Central',
  usdodeast: 'US DoD East',
} as const;

/** Official names of the regions that the specification's table leaves out. Source: Azure's published list of regions. */
const furtherRegions = {
  global: 'Global',
  westus3: 'West US 3',
  westcentralus: 'West Central US',
  canadacentral: 'Canada Central',
  canadaeast: 'Canada East',
  mexicocentral: 'Mexico Central',
  brazilsouth: 'Brazil South',
  chilecentral: 'Chile Central',
  francecentral: 'France Central',
  germanywestcentral: 'Germany West Central',
  switzerlandnorth: 'Switzerland North',
  switzerlandwest: 'Switzerland West',
  norwayeast: 'Norway East',
  swedencentral: 'Sweden Central',
  polandcentral: 'Poland Central',
  italynorth: 'Italy North',
  spaincentral: 'Spain Central',
  austriaeast: 'Austria East',
  israelcentral: 'Israel Central',
  qatarcentral: 'Qatar Central',
  uaenorth: 'UAE North',
  southafricanorth: 'South Africa North',
  southindia: 'South India',
  westindia: 'West India',
  eastasia: 'East Asia',
  southeastasia: 'Southeast Asia',
  indonesiacentral: 'Indonesia Central',
  malaysiawest: 'Malaysia West',
  japaneast: 'Japan East',
  japanwest: 'Japan West',
  koreacentral: 'Korea Central',
  koreasouth: 'Korea South',
  newzealandnorth: 'New Zealand North',
  australiacentral: 'Australia Central',
  australiaeast: 'Australia East',
  australiasoutheast: 'Australia Southeast',
} as const;
const regionNames = new Map<string, string>(Object.entries({ ...regions, ...furtherRegions }));

/** The display name of a region; an unknown code shows as itself. */
export const regionName = (code: string): string => regionNames.get(code) ?? code;

export const authStates = [
  'LOGGED_IN',
  'NOT_LOGGED_IN',
  'TOKEN_EXPIRED',
  'LOGIN_REQUEST',
  'SELECT_ACCOUNT_REQUEST',
  'LOGOUT_REQUEST',
  'LOGIN_ERROR',
  'SET_TOKEN',
  'ACCOUNT_EXPIRED',
  'SWITCH_DIRECTORY',
] as const;
export type AuthState = (typeof authStates)[number];

/** `idel` is the spec's spelling. */
export const loadStatuses = ['idel', 'loading', 'success', 'error'] as const;
export type LoadStatus = (typeof loadStatuses)[number];

/** The clouds that a person can sign in to (`x-ms-service`). */
export const msServices = ['general', 'government'] as const;
export type MsService = (typeof msServices)[number];

export const landingModules = ['general', 'hpc', 'research'] as const;
export type LandingModule = (typeof landingModules)[number];

export const userStatuses = ['INVITED', 'ACTIVE', 'SUSPENDED', 'EXPIRED'] as const;
export const organizationStatuses = ['ACTIVE', 'SUSPENDED'] as const;
export const inviteStatuses = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] as const;

export const blueprintStatuses = ['DRAFT', 'PUBLISHED', 'RETIRED'] as const;
export const blueprintVisibilities = ['ORG', 'SHARED'] as const;
export const blueprintScopes = ['RESOURCE_GROUP', 'SUBSCRIPTION'] as const;
export const administratorModes = ['GENERATED', 'PASSWORD', 'SSH_KEY'] as const;

export const deploymentStatuses = [
  'QUEUED',
  'VALIDATING',
  'RUNNING',
  'SUCCEEDED',
  'WARNING',
  'FAILED',
  'CANCELED',
  'NEEDS_SIGN_IN',
  'DELETING',
  'DELETED',
] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];
/** A deployment in one of these moves no more by itself. */
export const terminalDeploymentStatuses = ['SUCCEEDED', 'WARNING', 'FAILED', 'CANCELED', 'DELETED'] as const;

export const subscriptionStates = ['ENABLED', 'WARNED', 'PAST_DUE', 'DISABLED'] as const;
export const accessLevels = ['OWNER', 'CONTRIBUTOR', 'READER'] as const;
export const uploadTargets = ['storage', 's3', 'datalake'] as const;
