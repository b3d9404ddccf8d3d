/** A platform image: publisher, offer, sku with its versions. */
export interface PlatformImage {
  publisher: string;
  offer: string;
  sku: string;
  versions: string[];
  osType: 'Linux' | 'Windows';
  generation: 'V1' | 'V2';
  /** Size of its OS disk. */
  diskGb: number;
  /** Sold through the marketplace: the VM must name the plan. */
  plan?: boolean;
}

// publisher|offer|os|GiB|sku, sku, …; a sku with -gen2, -g2 or the like is generation 2. Source: Azure's marketplace listing of common images.
const rows = `
Canonical|UbuntuServer|Linux|30|12.04.5-LTS,14.04.4-LTS,14.04.5-LTS,16.04-DAILY-LTS,16.04-LTS,16.04.0-LTS,16_04-lts-gen2,18.04-LTS,18_04-lts-gen2,18.04-DAILY-LTS,18.10,19.04,12.04.3-LTS,12.04.4-LTS,14.04.0-LTS,14.04.1-LTS,14.04.2-LTS,14.04.3-LTS,14.04.5-DAILY-LTS,14.10,15.04,15.10,16.10,17.04,17.10,18_04-lts-arm64,18_04-daily-lts-gen2,18_10-gen2,19_04-gen2,19.10-DAILY,19_10-daily-gen2
Canonical|0001-com-ubuntu-server-focal|Linux|30|20_04-lts,20_04-lts-gen2,20_04-lts-arm64
Canonical|0001-com-ubuntu-server-jammy|Linux|30|22_04-lts,22_04-lts-gen2,22_04-lts-arm64
Canonical|0001-com-ubuntu-confidential-vm-focal|Linux|30|20_04-lts-cvm
Canonical|0001-com-ubuntu-confidential-vm-jammy|Linux|30|22_04-lts-cvm
Canonical|ubuntu-24_04-lts|Linux|30|server,server-gen1,server-arm64,minimal,cvm,minimal-gen1,minimal-arm64,ubuntu-pro,ubuntu-pro-gen1,ubuntu-pro-arm64,ubuntu-pro-minimal,ubuntu-pro-cvm
Debian|debian-10|Linux|30|10,10-gen2,10-backports,10-backports-gen2
Debian|debian-11|Linux|30|11,11-gen2,11-backports,11-backports-gen2,11-arm64
Debian|debian-12|Linux|30|12,12-gen2,12-arm64,12-backports,12-backports-gen2
credativ|Debian|Linux|30|7,8,9,7-DAILY,8-DAILY,8-backports,9-DAILY,9-backports
MicrosoftCBLMariner|cbl-mariner|Linux|30|cbl-mariner-1,cbl-mariner-2,cbl-mariner-2-gen2,cbl-mariner-2-arm64
MicrosoftCBLMariner|azure-linux-3|Linux|30|azure-linux-3,azure-linux-3-gen2
OpenLogic|CentOS|Linux|30|6.5,6.6,6.7,6.8,6.9,6.10,7.0,7.1,7.2,7.3,7.4,7.5,7.6,7.7,7_9,7_9-gen2,8.0,8_5,8_5-gen2,7_8,7_8-gen2,7_7-gen2,7_6-gen2,7_5-gen2,7_4-gen2,8_0,8_0-gen2,8_1,8_1-gen2,8_2,8_2-gen2,8_3,8_3-gen2,8_4,8_4-gen2
OpenLogic|CentOS-LVM|Linux|30|7-LVM,8-LVM,7-lvm-gen2,8-lvm-gen2
OpenLogic|CentOS-HPC|Linux|30|6.5,6.8,7.1,7.3,7.4,7.6,7.7,7_9,7_9-gen2,6.9,7_6gen2,7_7-gen2,7_8,7_8-gen2,8_1,8_1-gen2
almalinux|almalinux-x86_64|Linux|30|8-gen2,9-gen1,9-gen2,8-gen1,8_7-gen2,9_1-gen2
almalinux|almalinux-hpc|Linux|64|8_6-hpc-gen2,8_7-hpc-gen2,8_10-hpc-gen2
microsoft-dsvm|ubuntu-hpc|Linux|64|1804,2004,2204,2404
microsoft-dsvm|ubuntu-1804|Linux|150|1804,1804-gen2
microsoft-dsvm|ubuntu-2004|Linux|150|2004,2004-gen2
microsoft-dsvm|dsvm-win-2019|Windows|128|server-2019,winserver-2019,server-2019-g2,winserver-2019-g2
microsoft-dsvm|dsvm-win-2022|Windows|128|winserver-2022
RedHat|RHEL|Linux|64|6.7,6.8,6.9,6.10,7.2,7.3,7.4,7.5,7.6,7.7,7.8,7.9,7_9,79-gen2,7-RAW,7-LVM,7lvm-gen2,8,8.1,8.2,82gen2,8_3,8_4,84-gen2,8_5,85-gen2,8_6,8_7,8_8,88-gen2,8_9,8_10,810-gen2,9_0,9_1,9_2,9_3,9_4,94_gen2,9_5,8-gen2,8-lvm,8-lvm-gen2,86-gen2,9-lvm,9-lvm-gen2,90-gen2,6.6,7.0,7.1,74-gen2,75-gen2,76-gen2,77-gen2,78-gen2,8.0,81gen2,81-ci-gen2,83-gen2,87-gen2,89-gen2,8-arm64,91-gen2,92-gen2,93-gen2,95_gen2,9_6,96_gen2,9-raw,9-raw-gen2,9-arm64,9_3-arm64,10-lvm,10-lvm-gen2,10_0,100-gen2
SUSE|openSUSE-Leap|Linux|30|42.3,15-1,15-2,42.1,42.2
SUSE|SLES|Linux|30|11-SP4,12-SP1,12-SP2,12-SP3,12-SP4,12-SP5,15,11-SP3,12
SUSE|SLES-SAP|Linux|30|12-SP2,12-SP3,12-SP4,12-SP5,gen2-12-SP5,12-SP1,15,gen2-12-SP4,gen2-15
SUSE|sles-12-sp5|Linux|30|gen1,gen2
SUSE|sles-15-sp3|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp4|Linux|30|gen1,gen2
SUSE|openSUSE|Linux|30|13.2
RedHat|rhel-raw|Linux|64|8-raw,8-raw-gen2,9-raw,9-raw-gen2
RedHat|RHEL-SAP|Linux|64|7.4,7.5,7.3,7.7
RedHat|RHEL-SAP-HANA|Linux|64|7.4,7.5,7.6,6.7,7.2,7.3
RedHat|RHEL-HA|Linux|64|7.4,7.6,8_4,7.5,7.7,7.8,8.0,8.1,8.2,81_gen2,82_gen2,84-gen2,8_6,86-gen2,8_8,88-gen2,9_0,90-gen2,9_2,92-gen2
Debian|debian-13|Linux|30|13,13-gen2,13-backports,13-backports-gen2,13-arm64
Debian|debian-sid|Linux|30|sid,sid-gen2
Canonical|Ubuntu_Core|Linux|30|16
Canonical|0001-com-ubuntu-minimal-jammy|Linux|30|minimal-22_04-lts,minimal-22_04-lts-gen2,minimal-22_04-lts-arm64
Canonical|0001-com-ubuntu-pro-jammy|Linux|30|pro-22_04-lts,pro-22_04-lts-gen2
Canonical|ubuntu-22_04-lts|Linux|30|server,server-gen1,server-arm64,minimal,minimal-gen1,minimal-arm64,ubuntu-pro,ubuntu-pro-gen1,ubuntu-pro-arm64
Canonical|ubuntu-25_04|Linux|30|server
resf|rockylinux-x86_64|Linux|30|8-base,8-lvm,9-base,9-lvm
erockyenterprisesoftwarefoundationinc1653071250513|rockylinux-9|Linux|30|rockylinux-9
SUSE|sles-15-sp4|Linux|30|gen1,gen2
SUSE|sles-15-sp5|Linux|30|gen1,gen2
CoreOS|CoreOS|Linux|30|Stable,Beta,Alpha
Oracle|Oracle-Linux|Linux|30|6.8,7.2,7.6,ol79-gen2,ol8-gen2,ol9-lvm-gen2,6.4,6.6,6.7,6.9,6.10,7.0,7.1,7.3,7.4,7.5,77,77-ci,78,79,ol77-gen2,ol78-gen2,7.7,7.8,7.9,8,8-ci,8.0,81,81-gen2,ol82,ol82-gen2,ol83-lvm,ol83-lvm-gen2,ol84-lvm,ol84-lvm-gen2,ol85-lvm,ol85-lvm-gen2,ol86-lvm,ol86-lvm-gen2,ol87-lvm,ol87-lvm-gen2,ol88-lvm,ol88-lvm-gen2,ol89-lvm,ol89-lvm-gen2,ol810-lvm,ol810-lvm-gen2,ol9-lvm,ol91-lvm,ol91-lvm-gen2,ol92-lvm,ol92-lvm-gen2,ol93-lvm,ol93-lvm-gen2,ol94-lvm,ol94-lvm-gen2,ol95-lvm,ol95-lvm-gen2
kinvolk|flatcar-container-linux-free|Linux|30|stable,stable-gen2
MicrosoftWindowsServer|WindowsServer|Windows|127|2008-R2-SP1,2012-Datacenter,2012-R2-Datacenter,2012-R2-Datacenter-smalldisk,2016-Datacenter,2016-Datacenter-Server-Core,2016-Datacenter-with-Containers,2016-Datacenter-smalldisk,2016-datacenter-gensecond,2016-Nano-Server,2019-Datacenter,2019-Datacenter-Core,2019-Datacenter-Core-smalldisk,2019-Datacenter-with-Containers,2019-Datacenter-smalldisk,2019-datacenter-gensecond,2019-datacenter-core-g2,2022-datacenter,2022-datacenter-g2,2022-datacenter-core,2022-datacenter-core-g2,2022-datacenter-core-smalldisk,2022-datacenter-core-smalldisk-g2,2022-datacenter-smalldisk,2022-datacenter-smalldisk-g2,2022-datacenter-azure-edition,2022-datacenter-azure-edition-core,2022-datacenter-azure-edition-smalldisk,2025-datacenter,2025-datacenter-g2,2025-datacenter-azure-edition,2008-R2-SP1-smalldisk,2012-Datacenter-smalldisk,2012-datacenter-g2,2012-datacenter-smalldisk-g2,2012-r2-datacenter-g2,2012-r2-datacenter-smalldisk-g2,2016-datacenter-g2,2016-datacenter-smalldisk-g2,2016-Datacenter-Server-Core-smalldisk,2016-datacenter-server-core-g2,2016-datacenter-server-core-smalldisk-g2,2016-Datacenter-with-Containers-smalldisk,2016-datacenter-with-containers-g2,2016-datacenter-with-containers-smalldisk-g2,2019-datacenter-g2,2019-datacenter-smalldisk-g2,2019-datacenter-core-smalldisk-g2,2019-Datacenter-with-Containers-smalldisk,2019-datacenter-with-containers-g2,2019-datacenter-with-containers-smalldisk-g2,2019-Datacenter-Core-with-Containers,2019-Datacenter-Core-with-Containers-smalldisk,2019-datacenter-core-with-containers-g2,2019-datacenter-core-with-containers-smalldisk-g2,2025-datacenter-smalldisk,2025-datacenter-smalldisk-g2,2025-datacenter-core,2025-datacenter-core-smalldisk,2025-datacenter-core-g2,2025-datacenter-core-smalldisk-g2,2012-datacenter-gensecond,2012-r2-datacenter-gensecond,2022-datacenter-azure-edition-core-smalldisk,2022-datacenter-azure-edition-hotpatch,2022-datacenter-azure-edition-hotpatch-smalldisk,2025-datacenter-azure-edition-core,2025-datacenter-azure-edition-core-smalldisk,2025-datacenter-azure-edition-smalldisk,2016-Datacenter-zhcn,2019-Datacenter-zhcn,2012-R2-Datacenter-zhcn,2008-R2-SP1-zhcn,2012-Datacenter-zhcn
MicrosoftWindowsServerHPCPack|WindowsServerHPCPack|Windows|127|2012R2,2012R2CN,2016,2016CN,2019,2019CN,2012R2CNExcel,2016CNExcel
MicrosoftWindowsServerRemoteDesktop|WindowsServer|Windows|127|RDSH-Office365P,Remote-Desktop-Session-Host
MicrosoftBizTalkServer|BizTalk-Server|Windows|127|2016-Enterprise,2016-Standard
MicrosoftVisualStudio|Windows|Windows|127|10-Enterprise-N,Windows-10-N-x64,Windows-7-Enterprise-N-x64,Windows-8.1-Enterprise-N-x64,Windows-10-Enterprise-N-x64
MicrosoftOSTC|FreeBSD|Linux|30|10.3,11.1
thefreebsdfoundation|freebsd-12_1|Linux|30|12_1-release
MicrosoftWindowsServer|WindowsServerSemiAnnual|Windows|127|Datacenter-Core-1709-smalldisk,Datacenter-Core-1803-with-Containers-smalldisk,Datacenter-Core-1709-with-Containers-smalldisk,Datacenter-Core-1803-smalldisk,Datacenter-Core-1809-smalldisk,Datacenter-Core-1809-with-Containers-smalldisk,Datacenter-Core-1903-smalldisk,Datacenter-Core-1903-with-Containers-smalldisk,Datacenter-Core-1909-smalldisk,Datacenter-Core-1909-with-Containers-smalldisk,Datacenter-Core-2004-smalldisk,Datacenter-Core-2004-with-Containers-smalldisk
MicrosoftWindowsDesktop|Windows-10|Windows|127|19h1-ent,20h2-pro,21h1-pro,win10-21h2-pro,win10-21h2-pro-g2,win10-21h2-ent,win10-22h2-pro,win10-22h2-pro-g2,win10-22h2-ent,win10-22h2-ent-g2,rs5-enterprise,rs5-pro,rs1-enterprise,RS3-Pro,RS3-ProN,rs4-pro,rs4-pron,rs5-pron,rs5-enterprise-standard,rs5-evd,19h1-pro,19h1-pro-g2,19h1-pron,19h1-pron-g2,19h1-ent-g2,19h1-entn,19h1-entn-g2,19h1-evd,19h1-evd-g2,19h2-pro,19h2-pro-g2,19h2-pron,19h2-pron-g2,19h2-ent,19h2-ent-g2,19h2-entn,19h2-entn-g2,19h2-evd,19h2-evd-g2,20h1-pro,20h1-pro-g2,20h1-pron,20h1-pron-g2,20h1-ent,20h1-ent-g2,20h1-entn,20h1-entn-g2,20h1-evd,20h1-evd-g2,20h2-pro-g2,20h2-pron,20h2-pron-g2,20h2-ent,20h2-ent-g2,20h2-entn,20h2-entn-g2,20h2-evd,20h2-evd-g2,21h1-pro-g2,21h1-pron,21h1-pron-g2,21h1-ent,21h1-ent-g2,21h1-entn,21h1-entn-g2,21h1-evd,21h1-evd-g2,win10-21h2-pron,win10-21h2-pron-g2,win10-21h2-ent-g2,win10-21h2-entn,win10-21h2-entn-g2,win10-21h2-avd,win10-21h2-avd-g2,win10-21h2-ent-ltsc,win10-21h2-ent-ltsc-g2,win10-21h2-entn-ltsc,win10-21h2-entn-ltsc-g2,win10-21h2-pro-zh-cn,win10-21h2-pro-zh-cn-g2,win10-22h2-pron,win10-22h2-pron-g2,win10-22h2-entn,win10-22h2-entn-g2,win10-22h2-avd,win10-22h2-avd-g2,win10-22h2-ent-ltsc,win10-22h2-ent-ltsc-g2,win10-22h2-entn-ltsc,win10-22h2-entn-ltsc-g2,win10-22h2-pro-zh-cn,win10-22h2-pro-zh-cn-g2
MicrosoftWindowsDesktop|Windows-11|Windows|127|win11-21h2-pro,win11-21h2-ent,win11-21h2-avd,win11-22h2-pro,win11-22h2-ent,win11-22h2-avd,win11-23h2-pro,win11-23h2-ent,win11-23h2-avd,win11-24h2-pro,win11-24h2-ent,win11-24h2-avd,win11-21h2-pron,win11-21h2-entn,win11-22h2-pron,win11-22h2-entn,win11-23h2-pron,win11-23h2-entn,win11-24h2-pron,win11-24h2-entn,win11-25h2-pro,win11-25h2-pron,win11-25h2-ent,win11-25h2-entn,win11-25h2-avd
MicrosoftWindowsDesktop|office-365|Windows|127|win10-22h2-avd-m365-g2,win11-22h2-avd-m365,win11-23h2-avd-m365,win11-24h2-avd-m365,rs5-evd-o365pp,rs5-evd-o365pp-g2,1903-evd-o365pp,1903-evd-o365pp-g2,19h2-evd-o365pp,19h2-evd-o365pp-g2,20h1-evd-o365pp,20h1-evd-o365pp-g2,20h2-evd-o365pp,20h2-evd-o365pp-g2,21h1-evd-o365pp,21h1-evd-o365pp-g2,win10-21h2-avd-m365,win10-21h2-avd-m365-g2,win10-22h2-avd-m365,win11-21h2-avd-m365,win11-25h2-avd-m365
MicrosoftSQLServer|SQL2008R2SP3-WS2008R2SP1|Windows|127|Enterprise,Standard,Web,Express
MicrosoftSQLServer|SQL2012SP3-WS2012R2|Windows|127|Enterprise,Standard,Express,Web,SQLDEV
MicrosoftSQLServer|SQL2014SP1-WS2012R2|Windows|127|Enterprise,Standard,Express,Web,SQLDEV
MicrosoftSQLServer|SQL2014-WS2012R2|Windows|127|Enterprise,Standard,Web,Express,SQLDEV
MicrosoftSQLServer|SQL2016-WS2016|Windows|127|Enterprise,Standard,Express,SQLDEV,Web
MicrosoftSQLServer|SQL2016-WS2012R2|Windows|127|Enterprise,Standard,Web,Express,SQLDEV
MicrosoftSQLServer|SQL2016SP3-WS2019|Windows|127|Enterprise,Standard,SQLDEV,Web,Express,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|SQL2017-WS2019|Windows|127|Enterprise,Standard,Web,SQLDEV,Express,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|SQL2012SP4-WS2012R2|Windows|127|Enterprise,Standard,Web,Express,SQLDEV
MicrosoftSQLServer|SQL2014SP2-WS2012R2|Windows|127|Enterprise,Standard,Express,Web,SQLDEV
MicrosoftSQLServer|SQL2014SP3-WS2012R2|Windows|127|Enterprise,Standard,Express,Web,SQLDEV
MicrosoftSQLServer|SQL2016SP1-WS2016|Windows|127|Enterprise,Standard,Express,SQLDEV,Web
MicrosoftSQLServer|SQL2016SP2-WS2016|Windows|127|Enterprise,Standard,Express,SQLDEV,Web
MicrosoftSQLServer|SQL2017-WS2016|Windows|127|Enterprise,Standard,Express,Web,SQLDEV
MicrosoftSQLServer|SQL2019-WS2019|Windows|127|Enterprise,Standard,Web,Express,SQLDEV,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|SQL2019-WS2022|Windows|127|Enterprise,Standard,Web,SQLDEV,Express,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|sql2022-ws2022|Windows|127|enterprise-gen2,standard-gen2,web-gen2,sqldev-gen2,Enterprise,Standard,Web,Express,SQLDEV,express-gen2
MicrosoftSharePoint|MicrosoftSharePointServer|Windows|127|2013,2016,sp2016,sp2019,sp2019gen2-smalldisk,spse-smalldisk,sp2019gen2,sp2019-smalldisk,spse,spsegen2,spse-gen2
MicrosoftVisualStudio|VisualStudio|Windows|127|VS-2015-Ent-VSU3-AzureSDK-29-WS2012R2,VS-2017-Ent-Latest-WS2016,VS-2017-Ent-WS2016,VS-2017-Comm-Latest-WS2016,VS-2013-Comm-VSU5-AzureSDK-29-WS2012R2,VS-2015-Comm-VSU3-AzureSDK-29-WS2012R2,VS-2015-Pro-VSU3-AzureSDK-29-WS2012R2,VS-2017-Comm-WS2016,VS-2017-Comm-Latest-Win10-N,VS-2017-Ent-Latest-Win10-N
MicrosoftVisualStudio|VisualStudio2019latest|Windows|127|vs-2019-comm-latest-ws2019,vs-2019-ent-latest-ws2019,vs-2019-comm-latest-win10-n,vs-2019-comm-latest-win11-n,vs-2019-ent-latest-win10-n,vs-2019-ent-latest-win11-n
MicrosoftVisualStudio|VisualStudio2022|Windows|127|vs-2022-comm-latest-ws2022,vs-2022-ent-latest-ws2022,vs-2022-comm-latest-win11-n-gen2,vs-2022-comm-latest-win10-n,vs-2022-comm-latest-win11-n,vs-2022-ent-latest-win10-n,vs-2022-ent-latest-win11-n,vs-2022-ent-latest-win11-n-gen2
MicrosoftDynamicsAX|Dynamics|Windows|127|Pre-Req-AX7-Onebox-U8
microsoft-azure-batch|ubuntu-server-container|Linux|30|20-04-lts,22-04-lts,16-04-lts,18-04-lts
microsoft-azure-batch|centos-container|Linux|30|7-8,7-5,7-6,7-7
AzureDatabricks|Databricks|Linux|30|WorkerNode
barracudanetworks|waf|Linux|50|hourly,byol|plan
barracudanetworks|barracuda-ng-firewall|Linux|50|byol,hourly|plan
cisco|cisco-csr-1000v|Linux|30|16_10-byol,17_3_4a-byol|plan
cisco|cisco-asav|Linux|30|asav-azure-byol|plan
couchbase|couchbase-server-enterprise|Linux|30|byol,hourly_pricing|plan
couchbase|couchbase-sync-gateway-enterprise|Linux|30|byol,hourly_pricing|plan
datastax|datastax-enterprise|Linux|30|datastaxenterprise|plan
f5-networks|f5-big-ip-good|Linux|82|f5-bigip-virtual-edition-good-byol-po|plan
fortinet|fortinet_fortigate-vm_v5|Linux|30|fortinet_fg-vm,fortinet_fg-vm_payg|plan
intel|lustre-cloud-edition-gs|Linux|30|lustre-cloud-edition-gs|plan
intel|lustre-cloud-edition-gs-image|Linux|30|eval-lustre-2-7|plan
kemptech|vlm-azure|Linux|30|basic-byol,freeloadmaster|plan
lansa|lansa-scalable-license|Windows|127|lansa-scalable-license-14-2,lansa-scalable-license-15-0|plan
microsoftcorporation1602274591143|game-dev-vm|Windows|255|win10_unreal_4_27_2,win10_no_engine_1_0|plan
paloaltonetworks|vmseries1|Linux|60|byol,bundle1,bundle2|plan
paloaltonetworks|vmseries-flex|Linux|60|byol,bundle1,bundle2,bundle3|plan
bitnami|wordpress|Linux|30|4-4|plan
center-for-internet-security-inc|cis-ubuntu|Linux|30|cis-ubuntulinux2204-l1-gen1|plan
center-for-internet-security-inc|cis-windows-server|Windows|127|cis-windows-server2019-l1-gen1,cis-windows-server2022-l1-gen2|plan
nvidia|ngc_azure_17_11|Linux|60|ngc-base-version-23_03_0_gen2|plan
arista-networks|veos-router|Linux|30|eos-4_21_0f|plan
checkpoint|check-point-cg-r8120|Linux|100|sg-byol,mgmt-byol|plan
citrix|netscalervpx-131|Linux|30|netscalerbyol|plan
splunk|splunk-enterprise-base-image|Linux|30|splunk-on-ubuntu-14-04-lts|plan
sonatype|nexus-repository-manager|Linux|30|nexus-repository-manager|plan
suse|sles-15-sp6|Linux|30|gen1,gen2
Canonical|0001-com-ubuntu-server-focal-daily|Linux|30|20_04-daily-lts,20_04-daily-lts-gen2,20_04-daily-lts-arm64
Canonical|0001-com-ubuntu-minimal-focal|Linux|30|minimal-20_04-lts,minimal-20_04-lts-gen2,minimal-20_04-lts-arm64
Canonical|0001-com-ubuntu-pro-focal|Linux|30|pro-20_04-lts,pro-20_04-lts-gen2
Canonical|0001-com-ubuntu-server-jammy-daily|Linux|30|22_04-daily-lts,22_04-daily-lts-gen2,22_04-daily-lts-arm64
Canonical|0001-com-ubuntu-minimal-bionic|Linux|30|minimal-18_04-lts,minimal-18_04-lts-gen2
Canonical|0001-com-ubuntu-pro-bionic|Linux|30|pro-18_04-lts,pro-18_04-lts-gen2
Canonical|0001-com-ubuntu-server-groovy|Linux|30|20_10,20_10-gen2,20_10-arm64
Canonical|0001-com-ubuntu-server-hirsute|Linux|30|21_04,21_04-gen2,21_04-arm64
Canonical|0001-com-ubuntu-server-impish|Linux|30|21_10,21_10-gen2,21_10-arm64
Canonical|0001-com-ubuntu-server-kinetic|Linux|30|22_10,22_10-gen2,22_10-arm64
Canonical|0001-com-ubuntu-server-lunar|Linux|30|23_04,23_04-gen2,23_04-arm64
Canonical|0001-com-ubuntu-server-mantic|Linux|30|23_10,23_10-gen2,23_10-arm64
Canonical|ubuntu-24_10|Linux|30|server,server-arm64
Debian|debian-10-daily|Linux|30|10,10-gen2
Debian|debian-11-daily|Linux|30|11,11-gen2
Debian|debian-12-daily|Linux|30|12,12-gen2
Debian|debian-13-daily|Linux|30|13,13-gen2
OpenLogic|CentOS-CI|Linux|30|7-CI
RedHat|RHEL-SAP-HA|Linux|64|7.4,7.5,7.6,7.7,78sapha-gen2,79sapha-gen2,8.1,8.2,81sapha-gen2,82sapha-gen2,84sapha-gen2,86sapha-gen2,88sapha-gen2,90sapha-gen2,92sapha-gen2
RedHat|RHEL-SAP-APPS|Linux|64|7.3,7.4,7.6,7.7,8.1,8.2,81sapapps-gen2,84sapapps-gen2,86sapapps-gen2,88sapapps-gen2,90sapapps-gen2,92sapapps-gen2
SUSE|sles-15-sp1|Linux|30|gen1,gen2
SUSE|sles-15-sp1-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp1-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp1-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp1|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp1-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp2|Linux|30|gen1,gen2
SUSE|sles-15-sp2-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp2-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp2-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp2|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp2-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp3-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp3-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp3-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp3|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp3-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp4-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp4-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp4-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp4-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp5-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp5-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp5-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp5|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp5-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp6-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp6-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp6-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp6|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp6-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp7|Linux|30|gen1,gen2
SUSE|sles-15-sp7-basic|Linux|30|gen1,gen2
SUSE|sles-15-sp7-byos|Linux|30|gen1,gen2
SUSE|sles-15-sp7-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp7|Linux|30|gen1,gen2
SUSE|sles-sap-15-sp7-byos|Linux|30|gen1,gen2
SUSE|sles-12-sp5-basic|Linux|30|gen1,gen2
SUSE|sles-12-sp5-byos|Linux|30|gen1,gen2
SUSE|sles-12-sp5-hpc|Linux|30|gen1,gen2
SUSE|sles-sap-12-sp5|Linux|30|gen1,gen2
SUSE|sles-sap-12-sp5-byos|Linux|30|gen1,gen2
SUSE|opensuse-leap-15-2|Linux|30|gen1,gen2
SUSE|opensuse-leap-15-3|Linux|30|gen1,gen2
SUSE|opensuse-leap-15-4|Linux|30|gen1,gen2
SUSE|opensuse-leap-15-5|Linux|30|gen1,gen2
SUSE|opensuse-leap-15-6|Linux|30|gen1,gen2
SUSE|SLES-BYOS|Linux|30|11-SP4,12-SP1,12-SP2,12-SP3,12-SP4,12-SP5,15
SUSE|SLES-SAP-BYOS|Linux|30|12-SP1,12-SP2,12-SP3,12-SP4,15
SUSE|SLES-Priority|Linux|30|11-SP4,12-SP1,12-SP2
SUSE|SLES-HPC|Linux|30|12-SP1,12-SP2,12-SP3
almalinux|almalinux|Linux|30|8_4,8_4-gen2,8_5,8_5-gen2,8-gen1,8-gen2,9-gen1,9-gen2
microsoft-azure-batch|ubuntu-server-container-rdma|Linux|30|16-04-lts,18-04-lts,20-04-lts
microsoft-azure-batch|centos-container-rdma|Linux|30|7-4,7-7,7-8
microsoft-dsvm|ubuntu-2204|Linux|150|2204-gen2
microsoft-dsvm|dsvm-windows|Windows|128|server-2016
microsoft-dsvm|linux-data-science-vm-ubuntu|Linux|150|linuxdsvmubuntu
microsoft-dsvm|aml-workstation|Linux|150|ubuntu,ubuntu-20,ubuntu-20-gpu
microsoft-ads|windows-data-science-vm|Windows|128|windows2016,windows2016byol
microsoft-ads|standard-data-science-vm|Windows|128|standard-data-science-vm
microsoft-ads|linux-data-science-vm|Linux|150|linuxdsvm,linuxdsvmbyol
microsoft-ads|linux-data-science-vm-ubuntu|Linux|150|linuxdsvmubuntu,linuxdsvmubuntubyol
MicrosoftWindowsServer|windowsserver-gen2preview|Windows|127|2012-r2-datacenter-gen2,2012-datacenter-gen2,2016-datacenter-gen2,2019-datacenter-gen2
MicrosoftWindowsServer|microsoftserveroperatingsystems-previews|Windows|127|windows-server-2022-azure-edition-preview,windows-server-vnext-azure-edition,windows-server-vnext-azure-edition-core
MicrosoftSQLServer|SQL2012SP2-WS2012R2|Windows|127|Enterprise,Standard,Web,Express,SQLDEV
MicrosoftSQLServer|SQL2012SP3-WS2012R2-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2014SP2-WS2012R2-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016-WS2012R2-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016-WS2016-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016SP1-WS2016-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016SP2-WS2016-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016SP2-WS2019|Windows|127|Enterprise,Standard,Web,Express,SQLDEV,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|SQL2016SP2-WS2019-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2016SP3-WS2019-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2017-WS2016-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2017-WS2019-BYOL|Windows|127|Enterprise,Standard
MicrosoftSQLServer|SQL2019-WS2016|Windows|127|Enterprise,Standard,Web,Express,SQLDEV,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|sql2022-ws2025|Windows|127|Enterprise,Standard,Web,Express,SQLDEV,enterprise-gen2,standard-gen2,web-gen2,express-gen2,sqldev-gen2
MicrosoftSQLServer|SQL2017-Ubuntu1604|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|SQL2017-RHEL73|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|SQL2017-RHEL7|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|SQL2017-SLES12SP2|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|sql2019-ubuntu1804|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|sql2019-ubuntu2004|Linux|30|enterprise,standard,web,express,sqldev,enterprise_ubuntupro,standard_ubuntupro
MicrosoftSQLServer|sql2019-rhel8|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|sql2019-sles12sp5|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|sql2022-ubuntu2004|Linux|30|enterprise,standard,web,express,sqldev,enterprise_ubuntupro,standard_ubuntupro
MicrosoftSQLServer|sql2022-ubuntu2204|Linux|30|enterprise,standard,web,express,sqldev,enterprise_ubuntupro,standard_ubuntupro
MicrosoftSQLServer|sql2022-rhel8|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftSQLServer|sql2022-rhel91|Linux|30|enterprise,standard,web,express,sqldev
MicrosoftVisualStudio|VisualStudio2019|Windows|127|vs-2019-comm-latest-ws2019,vs-2019-comm-latest-win10-n,vs-2019-comm-latest-win11-n,vs-2019-comm-latest-win11-n-gen2,vs-2019-ent-latest-ws2019,vs-2019-ent-latest-win10-n,vs-2019-ent-latest-win11-n,vs-2019-ent-latest-win11-n-gen2
MicrosoftVisualStudio|VisualStudio2022latest|Windows|127|vs-2022-comm-latest-ws2022,vs-2022-comm-latest-win10-n,vs-2022-comm-latest-win11-n,vs-2022-ent-latest-ws2022,vs-2022-ent-latest-win10-n,vs-2022-ent-latest-win11-n
MicrosoftVisualStudio|visualstudioplustools|Windows|127|vs-2022-comm-general-win11-m365-gen2,vs-2022-ent-general-win11-m365-gen2,vs-2022-pro-general-win11-m365-gen2
MicrosoftVisualStudio|windowsplustools|Windows|127|base-win11-gen2`;

const GENERATION_2 = /gen-?2|-g2$|gensecond|azure-edition|win11|arm64|cvm|^server$|^minimal$|2025-datacenter/i;

/** All platform images of the sandbox. */
export const platformImages: PlatformImage[] = rows.trim().split('\n').flatMap((line) => {
  const [publisher = '', offer = '', osType, diskGb, skus = '', plan] = line.split('|');
  return skus.split(',').map((sku): PlatformImage => ({
    publisher, offer, sku,
    osType: osType === 'Windows' ? 'Windows' : 'Linux',
    generation: GENERATION_2.test(sku) ? 'V2' : 'V1',
    diskGb: /smalldisk/i.test(sku) ? 30 : Number(diskGb),
    versions: ['1.0.0', '1.1.0'],
    ...(plan ? { plan: true } : {}),
  }));
});

const key = (publisher: string, offer: string, sku: string): string => `${publisher}/${offer}/${sku}`.toLowerCase();
const byKey = new Map(platformImages.map((image) => [key(image.publisher, image.offer, image.sku), image]));

/** A platform image, ignoring case; undefined = Azure does not know it. */
export const findImage = (publisher: string, offer: string, sku: string): PlatformImage | undefined => byKey.get(key(publisher, offer, sku));
