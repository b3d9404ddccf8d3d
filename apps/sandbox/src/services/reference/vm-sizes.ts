import { regionName, regions } from './regions.ts';

/** A virtual machine size with what the sizes, skus and usages calls say about it. */
export interface VmSize {
  /** Full name, Standard_D2s_v3. */
  name: string;
  /** Quota counter, standardDSv3Family. */
  family: string;
  vCpus: number;
  memoryGb: number;
  gpus: number;
  maxDataDisks: number;
  maxNics: number;
  /** Temporary disk; 0 = none. */
  tempDiskGb: number;
  premiumStorage: boolean;
  acceleratedNetworking: boolean;
  architecture: 'x64' | 'Arm64';
  /** Hypervisor generations, 'V1', 'V2' or 'V1,V2'. */
  generations: string;
}

/** A family: its quota counter and where it is offered. */
interface VmFamily {
  name: string;
  /** As the usages call prints it. */
  label: string;
  /** vCPU a subscription may use in one region before it asks for more. */
  quota: number;
  offeredIn: (region: string) => boolean;
  sizes: VmSize[];
}

interface FamilyRow {
  name: string;
  label: string;
  /** `name:vCPU:memory[:gpus]`, the name without Standard_. */
  sizes: string;
  /** GiB of temporary disk a vCPU; default none. */
  temp?: number;
  premium?: boolean;
  generations?: string;
  arm?: boolean;
  /** Data disks a vCPU; default 2. */
  disks?: number;
  /** Accelerated networking from 2 vCPU on; default: families with premium storage. */
  accelerated?: boolean;
  quota?: number;
  /** Offered only there / everywhere but there; default everywhere. */
  only?: string;
  except?: string;
}

// Names, vCPU, memory and families: kubernetes/autoscaler's Azure instance types (Apache-2.0); regions: retail prices of June 2026.
const rows: FamilyRow[] = [
  { name: 'standardA0_A7Family', label: 'Standard A0-A7 Family vCPUs', temp: 35, sizes: 'A0:1:0.75 A1:1:1.75 A2:2:3.5 A3:4:7 A4:8:14 A5:2:14 A6:4:28 A7:8:56' },
  { name: 'basicAFamily', label: 'Basic A Family vCPUs', temp: 20, sizes: 'Basic_A0:1:0.75 Basic_A1:1:1.75 Basic_A2:2:3.5 Basic_A3:4:7 Basic_A4:8:14' },
  { name: 'standardAv2Family', label: 'Standard Av2 Family vCPUs', temp: 10, sizes: 'A1_v2:1:2 A2_v2:2:4 A2m_v2:2:16 A4_v2:4:8 A4m_v2:4:32 A8_v2:8:16 A8m_v2:8:64' },
  { name: 'standardBSFamily', accelerated: false, label: 'Standard BS Family vCPUs', premium: true, temp: 4, generations: 'V1,V2', sizes: 'B1ls:1:0.5 B1s:1:1 B1ms:1:2 B2s:2:4 B2ms:2:8 B4ms:4:16 B8ms:8:32 B12ms:12:48 B16ms:16:64 B20ms:20:80' },
  { name: 'standardBsv2Family', label: 'Standard Bsv2 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'B2ts_v2:2:1 B2ls_v2:2:4 B2s_v2:2:8 B4ls_v2:4:8 B4s_v2:4:16 B8ls_v2:8:16 B8s_v2:8:32 B16s_v2:16:64' },
  { name: 'standardBasv2Family', label: 'Standard Basv2 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'B2ats_v2:2:1 B2als_v2:2:4 B2as_v2:2:8 B4als_v2:4:8 B4as_v2:4:16 B8as_v2:8:32 B16as_v2:16:64' },
  { name: 'standardBpsv2Family', label: 'Standard Bpsv2 Family vCPUs', premium: true, generations: 'V2', arm: true, sizes: 'B2pts_v2:2:1 B2pls_v2:2:4 B2ps_v2:2:8 B4ps_v2:4:16 B8ps_v2:8:32', except: 'canadaeast brazilsouth ukwest norwayeast polandcentral italynorth spaincentral uaenorth southafricanorth southindia japanwest koreacentral australiasoutheast' },
  { name: 'standardDFamily', disks: 4, label: 'Standard D Family vCPUs', temp: 50, sizes: 'D1:1:3.5 D2:2:7 D3:4:14 D4:8:28 D11:2:14 D12:4:28 D13:8:56 D14:16:112', except: 'westus2 westcentralus germanywestcentral switzerlandnorth norwayeast swedencentral italynorth spaincentral koreacentral' },
  { name: 'standardDSFamily', accelerated: false, disks: 4, label: 'Standard DS Family vCPUs', premium: true, temp: 7, sizes: 'DS1:1:3.5 DS2:2:7 DS3:4:14 DS4:8:28 DS11:2:14 DS12:4:28 DS13:8:56 DS14:16:112', except: 'westus2 westcentralus germanywestcentral switzerlandnorth norwayeast swedencentral italynorth spaincentral koreacentral' },
  { name: 'standardDv2Family', disks: 4, label: 'Standard Dv2 Family vCPUs', temp: 50, sizes: 'D1_v2:1:3.5 D2_v2:2:7 D3_v2:4:14 D4_v2:8:28 D5_v2:16:56 D11_v2:2:14 D12_v2:4:28 D13_v2:8:56 D14_v2:16:112 D15_v2:20:140' },
  { name: 'standardDSv2Family', disks: 4, label: 'Standard DSv2 Family vCPUs', premium: true, temp: 7, generations: 'V1,V2', sizes: 'DS1_v2:1:3.5 DS2_v2:2:7 DS3_v2:4:14 DS4_v2:8:28 DS5_v2:16:56 DS11_v2:2:14 DS12_v2:4:28 DS13_v2:8:56 DS14_v2:16:112 DS15_v2:20:140' },
  { name: 'standardDv3Family', label: 'Standard Dv3 Family vCPUs', temp: 25, sizes: 'D2_v3:2:8 D4_v3:4:16 D8_v3:8:32 D16_v3:16:64 D32_v3:32:128' },
  { name: 'standardDSv3Family', label: 'Standard DSv3 Family vCPUs', premium: true, temp: 8, generations: 'V1,V2', sizes: 'D2s_v3:2:8 D4s_v3:4:16 D8s_v3:8:32 D16s_v3:16:64 D32s_v3:32:128 D48s_v3:48:192 D64s_v3:64:256' },
  { name: 'standardDv4Family', label: 'Standard Dv4 Family vCPUs', generations: 'V1,V2', sizes: 'D2_v4:2:8 D4_v4:4:16 D8_v4:8:32 D16_v4:16:64' },
  { name: 'standardDSv4Family', label: 'Standard DSv4 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'D2s_v4:2:8 D4s_v4:4:16 D8s_v4:8:32 D16s_v4:16:64' },
  { name: 'standardDDSv4Family', label: 'Standard DDSv4 Family vCPUs', premium: true, temp: 37.5, generations: 'V1,V2', sizes: 'D2ds_v4:2:8 D4ds_v4:4:16 D8ds_v4:8:32 D16ds_v4:16:64' },
  { name: 'standardDASv4Family', label: 'Standard DASv4 Family vCPUs', premium: true, temp: 8, generations: 'V1,V2', sizes: 'D2as_v4:2:8 D4as_v4:4:16 D8as_v4:8:32 D16as_v4:16:64' },
  { name: 'standardDv5Family', label: 'Standard Dv5 Family vCPUs', generations: 'V1,V2', sizes: 'D2_v5:2:8 D4_v5:4:16 D8_v5:8:32 D16_v5:16:64' },
  { name: 'standardDSv5Family', label: 'Standard DSv5 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'D2s_v5:2:8 D4s_v5:4:16 D8s_v5:8:32 D16s_v5:16:64 D32s_v5:32:128 D48s_v5:48:192 D64s_v5:64:256 D96s_v5:96:384' },
  { name: 'standardDDSv5Family', label: 'Standard DDSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V1,V2', sizes: 'D2ds_v5:2:8 D4ds_v5:4:16 D8ds_v5:8:32 D16ds_v5:16:64' },
  { name: 'standardDASv5Family', label: 'Standard DASv5 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'D2as_v5:2:8 D4as_v5:4:16 D8as_v5:8:32 D16as_v5:16:64' },
  { name: 'standardDADSv5Family', label: 'Standard DADSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V1,V2', sizes: 'D2ads_v5:2:8 D4ads_v5:4:16 D8ads_v5:8:32 D16ads_v5:16:64' },
  { name: 'standardDPSv5Family', label: 'Standard DPSv5 Family vCPUs', premium: true, generations: 'V2', arm: true, sizes: 'D2ps_v5:2:8 D4ps_v5:4:16 D8ps_v5:8:32 D16ps_v5:16:64', except: 'canadaeast brazilsouth ukwest norwayeast polandcentral italynorth spaincentral uaenorth southafricanorth southindia japanwest koreacentral australiasoutheast' },
  { name: 'StandardDsv6Family', label: 'Standard Dsv6 Family vCPUs', premium: true, generations: 'V2', sizes: 'D2s_v6:2:8 D4s_v6:4:16 D8s_v6:8:32 D16s_v6:16:64' },
  { name: 'standardDCASv5Family', label: 'Standard DCASv5 Family vCPUs', premium: true, generations: 'V2', sizes: 'DC2as_v5:2:8 DC4as_v5:4:16 DC8as_v5:8:32 DC16as_v5:16:64', only: 'eastus eastus2 westus centralus northeurope westeurope uksouth germanywestcentral switzerlandnorth italynorth uaenorth centralindia eastasia southeastasia japaneast' },
  { name: 'standardDCSv2Family', label: 'Standard DCSv2 Family vCPUs', premium: true, generations: 'V2', sizes: 'DC1s_v2:1:4 DC2s_v2:2:8 DC4s_v2:4:16 DC8_v2:8:32', only: 'eastus westus westus2 northcentralus southcentralus canadacentral canadaeast northeurope westeurope uksouth ukwest southeastasia australiaeast australiasoutheast' },
  { name: 'standardEv3Family', label: 'Standard Ev3 Family vCPUs', temp: 25, sizes: 'E2_v3:2:16 E4_v3:4:32 E8_v3:8:64 E16_v3:16:128 E20_v3:20:160 E32_v3:32:256 E48_v3:48:384 E64_v3:64:432 E64i_v3:64:432' },
  { name: 'standardESv3Family', label: 'Standard ESv3 Family vCPUs', premium: true, temp: 16, generations: 'V1,V2', sizes: 'E2s_v3:2:16 E4s_v3:4:32 E8s_v3:8:64 E16s_v3:16:128 E20s_v3:20:160 E32s_v3:32:256 E48s_v3:48:384 E64s_v3:64:432' },
  { name: 'standardESv4Family', label: 'Standard ESv4 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'E2s_v4:2:16 E4s_v4:4:32 E8s_v4:8:64 E16s_v4:16:128' },
  { name: 'standardESv5Family', label: 'Standard ESv5 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'E2s_v5:2:16 E4s_v5:4:32 E8s_v5:8:64 E16s_v5:16:128 E32s_v5:32:256' },
  { name: 'standardEDSv5Family', label: 'Standard EDSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V1,V2', sizes: 'E2ds_v5:2:16 E4ds_v5:4:32 E8ds_v5:8:64 E16ds_v5:16:128' },
  { name: 'standardEASv5Family', label: 'Standard EASv5 Family vCPUs', premium: true, generations: 'V1,V2', sizes: 'E2as_v5:2:16 E4as_v5:4:32 E8as_v5:8:64 E16as_v5:16:128' },
  { name: 'standardFFamily', disks: 4, label: 'Standard F Family vCPUs', temp: 16, sizes: 'F1:1:2 F2:2:4 F4:4:8 F8:8:16 F16:16:32' },
  { name: 'standardFSFamily', disks: 4, label: 'Standard FS Family vCPUs', premium: true, temp: 4, generations: 'V1,V2', sizes: 'F1s:1:2 F2s:2:4 F4s:4:8 F8s:8:16 F16s:16:32' },
  { name: 'standardFSv2Family', label: 'Standard FSv2 Family vCPUs', premium: true, temp: 8, generations: 'V1,V2', sizes: 'F2s_v2:2:4 F4s_v2:4:8 F8s_v2:8:16 F16s_v2:16:32 F32s_v2:32:64 F48s_v2:48:96 F64s_v2:64:128 F72s_v2:72:144' },
  { name: 'standardGFamily', label: 'Standard G Family vCPUs', temp: 192, sizes: 'G1:2:28 G2:4:56 G3:8:112 G4:16:224 G5:32:448', only: 'eastus2 westus westus2 canadacentral canadaeast westeurope uksouth southeastasia japaneast australiaeast' },
  { name: 'standardGSFamily', accelerated: false, label: 'Standard GS Family vCPUs', premium: true, temp: 28, sizes: 'GS1:2:28 GS2:4:56 GS3:8:112 GS4:16:224 GS5:32:448', only: 'eastus2 westus westus2 canadacentral canadaeast westeurope uksouth southeastasia japaneast australiaeast' },
  { name: 'standardHBrsv2Family', label: 'Standard HBrsv2 Family vCPUs', premium: true, temp: 4, generations: 'V1,V2', quota: 480, sizes: 'HB120rs_v2:120:456 HB120-16rs_v2:16:456', only: 'eastus westus2 centralus northcentralus southcentralus canadacentral brazilsouth westeurope uaenorth japaneast australiaeast' },
  { name: 'standardHBv3Family', label: 'Standard HBv3 Family vCPUs', premium: true, temp: 4, generations: 'V1,V2', quota: 480, sizes: 'HB120rs_v3:120:456 HB120-16rs_v3:16:456', only: 'eastus westus3 southcentralus westeurope uksouth italynorth centralindia japaneast' },
  { name: 'standardHBv4Family', label: 'Standard HBv4 Family vCPUs', premium: true, temp: 3, generations: 'V2', quota: 352, sizes: 'HB176rs_v4:176:768', only: 'eastus eastus2 southcentralus westeurope swedencentral southeastasia koreacentral australiaeast' },
  { name: 'standardHCSFamily', label: 'Standard HCS Family vCPUs', premium: true, temp: 16, generations: 'V1,V2', quota: 176, sizes: 'HC44rs:44:352', only: 'eastus eastus2 westus2 southcentralus canadacentral brazilsouth northeurope westeurope uksouth centralindia southeastasia japaneast koreacentral australiaeast' },
  { name: 'standardLSv3Family', label: 'Standard LSv3 Family vCPUs', premium: true, temp: 10, generations: 'V1,V2', sizes: 'L8s_v3:8:64 L16s_v3:16:128 L32s_v3:32:256' },
  { name: 'standardMSFamily', label: 'Standard MS Family vCPUs', premium: true, temp: 32, generations: 'V1,V2', quota: 0, sizes: 'M8ms:8:218.75 M16ms:16:437.5 M32ts:32:192 M64s:64:1024 M64ms:64:1792 M128s:128:2048', except: 'westcentralus' },
  { name: 'standardNCSv3Family', label: 'Standard NCSv3 Family vCPUs', premium: true, temp: 122, generations: 'V1,V2', sizes: 'NC6s_v3:6:112:1 NC12s_v3:12:224:2 NC24s_v3:24:448:4', only: 'eastus eastus2 westus westus2 westus3 centralus southcentralus canadacentral brazilsouth northeurope westeurope uksouth francecentral switzerlandnorth centralindia eastasia southeastasia japaneast koreacentral australiaeast' },
  { name: 'Standard NCASv3_T4 Family', label: 'Standard NCASv3_T4 Family vCPUs', premium: true, temp: 45, generations: 'V1,V2', sizes: 'NC4as_T4_v3:4:28:1 NC8as_T4_v3:8:56:1 NC16as_T4_v3:16:110:1 NC64as_T4_v3:64:440:4', except: 'westcentralus canadaeast ukwest switzerlandnorth norwayeast spaincentral uaenorth southafricanorth eastasia australiasoutheast' },
  { name: 'StandardNCADSA100v4Family', label: 'Standard NCADSA100v4 Family vCPUs', premium: true, temp: 2.6, generations: 'V2', quota: 24, sizes: 'NC24ads_A100_v4:24:220:1 NC48ads_A100_v4:48:440:2 NC96ads_A100_v4:96:880:4', except: 'westcentralus canadaeast ukwest norwayeast uaenorth southafricanorth southindia eastasia japanwest australiasoutheast' },
  { name: 'StandardNVADSA10v5Family', label: 'Standard NVADSA10v5 Family vCPUs', premium: true, temp: 30, generations: 'V2', quota: 36, sizes: 'NV6ads_A10_v5:6:55:1 NV12ads_A10_v5:12:110:1 NV18ads_A10_v5:18:220:1 NV36ads_A10_v5:36:440:1', except: 'westcentralus canadaeast ukwest norwayeast southindia japanwest australiasoutheast' },
  { name: 'standardNVSv3Family', label: 'Standard NVSv3 Family vCPUs', premium: true, temp: 26, generations: 'V1,V2', sizes: 'NV12s_v3:12:112:1 NV24s_v3:24:224:2 NV48s_v3:48:448:4', only: 'eastus eastus2 westus westus2 southcentralus brazilsouth northeurope westeurope uksouth francecentral switzerlandnorth norwayeast uaenorth southafricanorth centralindia southeastasia japaneast australiaeast' },
  { name: 'standardNDSH100v5Family', label: 'Standard NDSH100v5 Family vCPUs', premium: true, temp: 290, generations: 'V2', quota: 0, sizes: 'ND96isr_H100_v5:96:1900:8', only: 'eastus eastus2 westus westus3 southcentralus canadacentral westeurope uksouth swedencentral japaneast australiaeast' },
  { name: 'standardA8_A11Family', label: 'Standard A8-A11 Family vCPUs', temp: 22, sizes: 'A8:8:56 A9:16:112 A10:8:56 A11:16:112', only: 'eastus northcentralus southcentralus westus northeurope westeurope japaneast' },
  { name: 'standardDDv4Family', label: 'Standard DDv4 Family vCPUs', temp: 37.5, generations: 'V1,V2', sizes: 'D2d_v4:2:8 D4d_v4:4:16 D8d_v4:8:32 D16d_v4:16:64 D32d_v4:32:128' },
  { name: 'standardDDv5Family', label: 'Standard DDv5 Family vCPUs', temp: 37.5, generations: 'V1,V2', sizes: 'D2d_v5:2:8 D4d_v5:4:16 D8d_v5:8:32 D16d_v5:16:64 D32d_v5:32:128' },
  { name: 'standardDv2PromoFamily', label: 'Standard Dv2 Promo Family vCPUs', disks: 4, temp: 50, sizes: 'D2_v2_Promo:2:7 D3_v2_Promo:4:14 D4_v2_Promo:8:28 D5_v2_Promo:16:56 D11_v2_Promo:2:14 D12_v2_Promo:4:28 D13_v2_Promo:8:56 D14_v2_Promo:16:112' },
  { name: 'standardDSv2PromoFamily', label: 'Standard DSv2 Promo Family vCPUs', disks: 4, premium: true, temp: 7, sizes: 'DS2_v2_Promo:2:7 DS3_v2_Promo:4:14 DS4_v2_Promo:8:28 DS5_v2_Promo:16:56 DS11_v2_Promo:2:14 DS12_v2_Promo:4:28 DS13_v2_Promo:8:56 DS14_v2_Promo:16:112' },
  { name: 'standardDCADSv5Family', label: 'Standard DCADSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V2', sizes: 'DC2ads_v5:2:8 DC4ads_v5:4:16 DC8ads_v5:8:32', only: 'eastus eastus2 westus centralus northeurope westeurope uksouth germanywestcentral switzerlandnorth italynorth uaenorth centralindia eastasia southeastasia japaneast' },
  { name: 'standardDCEV5Family', label: 'Standard DCEV5 Family vCPUs', premium: true, generations: 'V2', sizes: 'DC2es_v5:2:8 DC4es_v5:4:16 DC8es_v5:8:32', only: 'eastus2 centralus northeurope westeurope' },
  { name: 'standardDCEDV5Family', label: 'Standard DCEDV5 Family vCPUs', premium: true, temp: 37.5, generations: 'V2', sizes: 'DC2eds_v5:2:8 DC4eds_v5:4:16 DC8eds_v5:8:32', only: 'eastus2 centralus northeurope westeurope' },
  { name: 'standardECASv5Family', label: 'Standard ECASv5 Family vCPUs', premium: true, generations: 'V2', sizes: 'EC2as_v5:2:16 EC4as_v5:4:32 EC8as_v5:8:64 EC16as_v5:16:128', only: 'eastus eastus2 westus centralus northeurope westeurope uksouth germanywestcentral switzerlandnorth italynorth uaenorth centralindia eastasia southeastasia japaneast' },
  { name: 'standardECADSv5Family', label: 'Standard ECADSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V2', sizes: 'EC2ads_v5:2:16 EC4ads_v5:4:32 EC8ads_v5:8:64 EC16ads_v5:16:128', only: 'eastus eastus2 westus centralus northeurope westeurope uksouth germanywestcentral switzerlandnorth italynorth uaenorth centralindia eastasia southeastasia japaneast' },
  { name: 'standardEv4Family', label: 'Standard Ev4 Family vCPUs', generations: 'V1,V2', sizes: 'E2_v4:2:16 E4_v4:4:32 E8_v4:8:64 E16_v4:16:128' },
  { name: 'standardEv5Family', label: 'Standard Ev5 Family vCPUs', generations: 'V1,V2', sizes: 'E2_v5:2:16 E4_v5:4:32 E8_v5:8:64 E16_v5:16:128' },
  { name: 'standardEDv4Family', label: 'Standard EDv4 Family vCPUs', temp: 37.5, generations: 'V1,V2', sizes: 'E2d_v4:2:16 E4d_v4:4:32 E8d_v4:8:64 E16d_v4:16:128' },
  { name: 'standardEDv5Family', label: 'Standard EDv5 Family vCPUs', temp: 37.5, generations: 'V1,V2', sizes: 'E2d_v5:2:16 E4d_v5:4:32 E8d_v5:8:64 E16d_v5:16:128' },
  { name: 'standardEAv4Family', label: 'Standard EAv4 Family vCPUs', temp: 25, generations: 'V1,V2', sizes: 'E2a_v4:2:16 E4a_v4:4:32 E8a_v4:8:64 E16a_v4:16:128' },
  { name: 'standardEASv4Family', label: 'Standard EASv4 Family vCPUs', premium: true, temp: 16, generations: 'V1,V2', sizes: 'E2as_v4:2:16 E4as_v4:4:32 E8as_v4:8:64 E16as_v4:16:128' },
  { name: 'standardEADSv5Family', label: 'Standard EADSv5 Family vCPUs', premium: true, temp: 37.5, generations: 'V1,V2', sizes: 'E2ads_v5:2:16 E4ads_v5:4:32 E8ads_v5:8:64 E16ads_v5:16:128' },
  { name: 'standardLSFamily', label: 'Standard LS Family vCPUs', premium: true, temp: 170, sizes: 'L4s:4:32 L8s:8:64 L16s:16:128 L32s:32:256' },
  { name: 'standardLSv2Family', label: 'Standard LSv2 Family vCPUs', premium: true, temp: 10, generations: 'V1,V2', sizes: 'L8s_v2:8:64 L16s_v2:16:128 L32s_v2:32:256', except: 'northcentralus westcentralus canadacentral canadaeast brazilsouth ukwest switzerlandnorth norwayeast polandcentral italynorth spaincentral uaenorth southafricanorth southindia eastasia japanwest koreacentral australiasoutheast' },
  { name: 'standardLASv3Family', label: 'Standard LASv3 Family vCPUs', premium: true, temp: 10, generations: 'V1,V2', sizes: 'L8as_v3:8:64 L16as_v3:16:128 L32as_v3:32:256' },
  { name: 'standardHFamily', label: 'Standard H Family vCPUs', temp: 125, sizes: 'H8:8:56 H16:16:112 H8m:8:112 H16m:16:224 H16r:16:112 H16mr:16:224', only: 'eastus eastus2 westus2 northcentralus southcentralus northeurope westeurope uksouth southeastasia japaneast australiaeast' },
  { name: 'standardNCFamily', label: 'Standard NC Family vCPUs', temp: 56, quota: 24, sizes: 'NC6:6:56:1 NC12:12:112:2 NC24:24:224:4 NC24r:24:224:4', only: 'eastus eastus2 westus2 northcentralus southcentralus northeurope westeurope uksouth southeastasia japaneast australiaeast' },
  { name: 'standardNCPromoFamily', label: 'Standard NC Promo Family vCPUs', temp: 56, quota: 24, sizes: 'NC6_Promo:6:56:1 NC12_Promo:12:112:2 NC24_Promo:24:224:4', only: 'eastus eastus2 westus2 northcentralus southcentralus northeurope westeurope uksouth southeastasia japaneast australiaeast' },
  { name: 'standardNVFamily', label: 'Standard NV Family vCPUs', temp: 56, quota: 24, sizes: 'NV6:6:56:1 NV12:12:112:2 NV24:24:224:4', only: 'eastus eastus2 westus2 northcentralus southcentralus northeurope westeurope uksouth southeastasia japaneast australiaeast' },
];

/** vCPU of one family that a subscription may use in a region at first (decisions 5.10). */
const DEFAULT_QUOTA = 20;

function sizeOf(row: FamilyRow, text: string): VmSize {
  const [short = '', cpus, memory, gpus = '0'] = text.split(':');
  const vCpus = Number(cpus);
  return {
    name: short.startsWith('Basic_') ? short : `Standard_${short}`,
    family: row.name, vCpus, memoryGb: Number(memory), gpus: Number(gpus),
    maxDataDisks: Math.min(vCpus * (row.disks ?? 2), 64),
    maxNics: vCpus >= 8 ? 8 : vCpus >= 4 ? 4 : 2,
    tempDiskGb: Math.round((row.temp ?? 0) * vCpus),
    premiumStorage: row.premium ?? false,
    acceleratedNetworking: vCpus >= 2 && (row.accelerated ?? row.premium ?? false),
    architecture: row.arm ? 'Arm64' : 'x64',
    generations: row.generations ?? 'V1',
  };
}

/** All families with their sizes. */
export const vmFamilies: VmFamily[] = rows.map((row) => {
  const only = row.only?.split(' ');
  const except = row.except?.split(' ');
  const government = new Set(regions.filter((region) => region.cloud === 'government').map((region) => region.name));
  return {
    name: row.name,
    label: row.label,
    quota: row.quota ?? DEFAULT_QUOTA,
    // The government cloud offers the families that are not bound to a list of regions.
    offeredIn: (region) => (government.has(region) ? !only && !except : only ? only.includes(region) : !except?.includes(region)),
    sizes: row.sizes.split(' ').map((size) => sizeOf(row, size)),
  };
});

const familyByName = new Map(vmFamilies.map((family) => [family.name, family]));
const sizeByName = new Map(vmFamilies.flatMap((family) => family.sizes).map((size) => [size.name.toLowerCase(), size]));

/** A size by name, ignoring case; undefined when Azure never had it (in this table). */
export const findVmSize = (name: string): VmSize | undefined => sizeByName.get(name.toLowerCase());

/** The family of a size. */
export const familyOf = (size: VmSize): VmFamily => familyByName.get(size.family)!;

/** The sizes offered in a region. */
export const vmSizesIn = (location: string): VmSize[] => {
  const region = regionName(location);
  return vmFamilies.filter((family) => family.offeredIn(region)).flatMap((family) => family.sizes);
};
