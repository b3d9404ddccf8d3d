// The resource types of Azure that the sandbox stores, returns and deletes without behaviour of their own: namespace and its
// top-level types (their children follow). Types with behaviour are described in their provider's folder and win.
// Source: Azure's published provider list (PSRule.Rules.Azure, MIT).
export const catalogue: Record<string, string> = {
  'Microsoft.AAD': `DomainServices`,
  'Microsoft.AlertsManagement': `actionRules alertRuleRecommendations alerts alertsMetaData alertsSummary issues previewalertrule prometheusRuleGroups smartDetectorAlertRules smartGroups
tenantActivityLogAlerts`,
  'Microsoft.AnalysisServices': `servers`,
  'Microsoft.ApiCenter': `services`,
  'Microsoft.ApiManagement': `gateways reportFeedback service`,
  'Microsoft.App': `agents agentSpaces builders connectedEnvironments containerApps functions jobs logicApps managedEnvironments sessionPools`,
  'Microsoft.AppConfiguration': `configurationStores`,
  'Microsoft.AppPlatform': `Spring`,
  'Microsoft.Attestation': `attestationProviders defaultProviders`,
  'Microsoft.Automanage': `bestPractices configurationProfileAssignments configurationProfiles servicePrincipals`,
  'Microsoft.Automation': `automationAccounts`,
  'Microsoft.AVS': `privateClouds`,
  'Microsoft.AzureArcData': `DataControllers PostgresInstances SqlManagedInstances SqlServerEsuLicenses SqlServerInstances SqlServerLicenses`,
  'Microsoft.AzureStackHCI': `clusters devicePools edgeDevices edgeMachines galleryImages loadBalancers logicalNetworks marketplaceGalleryImages natGateways networkInterfaces
networkSecurityGroups publicIPAddresses snapshots storageContainers virtualHardDisks virtualMachineInstances virtualmachines virtualnetworks`,
  'Microsoft.Batch': `batchAccounts`,
  'Microsoft.Blockchain': `blockchainMembers`,
  'Microsoft.BotService': `botServices hostSettings`,
  'Microsoft.Cache': `Redis redisEnterprise`,
  'Microsoft.Cdn': `canMigrate CdnWebApplicationFirewallManagedRuleSets CdnWebApplicationFirewallPolicies EdgeActionOperations EdgeActions edgenodes profiles webAgents`,
  'Microsoft.CertificateRegistration': `certificateOrders`,
  'Microsoft.Chaos': `experiments privateAccesses targets`,
  'Microsoft.CognitiveServices': `accounts attestationDefinitions attestations commitmentPlans modelCapacities quotaTiers raiExternalSafetyProviders raiPolicy`,
  'Microsoft.Communication': `CommunicationServices EmailServices`,
  'Microsoft.Compute': `capacityReservationGroups diskAccesses diskEncryptionSets disks galleries hostGroups images payloadGroups proximityPlacementGroups restorePointCollections
sharedVMImages snapshots sshPublicKeys virtualMachines virtualMachineScaleSets`,
  'Microsoft.ConfidentialLedger': `Ledgers`,
  'Microsoft.Confluent': `agreements organizations validations`,
  'Microsoft.ContainerInstance': `containerGroupProfiles containerGroups nGroups serviceAssociationLinks`,
  'Microsoft.ContainerRegistry': `registries`,
  'Microsoft.ContainerService': `deploymentSafeguards fleetMemberships fleets managedClusters managedclustersnapshots snapshots`,
  'Microsoft.CustomProviders': `associations resourceProviders`,
  'Microsoft.Dashboard': `dashboards grafana`,
  'Microsoft.DataBox': `jobs`,
  'Microsoft.DataBoxEdge': `DataBoxEdgeDevices`,
  'Microsoft.Databricks': `accessConnectors workspaces`,
  'Microsoft.Datadog': `activateSaaS agreements monitors subscriptionStatuses`,
  'Microsoft.DataFactory': `datafactories factories`,
  'Microsoft.DataLakeAnalytics': `accounts`,
  'Microsoft.DataLakeStore': `accounts`,
  'Microsoft.DataMigration': `DatabaseMigrations migrationServices services SqlMigrationServices`,
  'Microsoft.DataProtection': `backupInstances BackupVaults ResourceGuards`,
  'Microsoft.DataShare': `accounts`,
  'Microsoft.DBforMariaDB': `servers`,
  'Microsoft.DBforMySQL': `assessForMigration flexibleServers servers`,
  'Microsoft.DBforPostgreSQL': `flexibleServers serverGroupsv2 servers`,
  'Microsoft.DesktopVirtualization': `appattachpackages applicationgroups connectionpolicies hostpools repositoryFolders scalingplans workspaces`,
  'Microsoft.DevCenter': `devcenters networkconnections projects`,
  'Microsoft.Devices': `IotHubs ProvisioningServices`,
  'Microsoft.DeviceUpdate': `accounts`,
  'Microsoft.DevOpsInfrastructure': `images pools Resources`,
  'Microsoft.DevTestLab': `labs schedules`,
  'Microsoft.DigitalTwins': `digitalTwinsInstances`,
  'Microsoft.DocumentDB': `cassandraClusters databaseAccountNames databaseAccounts fleets managedResources mongoClusters restorableDatabaseAccounts throughputPools`,
  'Microsoft.DomainRegistration': `domains topLevelDomains`,
  'Microsoft.DurableTask': `schedulers`,
  'Microsoft.Edge': `configTemplates configurationReferences configurations connectivityStatuses contexts diagnostics jobs resourceInsights schemaReferences schemas
SiteAwareResourceTypes SiteKeys Sites solutionTemplates targets updates workflows`,
  'Microsoft.Elastic': `elasticVersions monitors`,
  'Microsoft.ElasticSan': `elasticSans`,
  'Microsoft.EventGrid': `domains eventSubscriptions extensionTopics namespaces partnerConfigurations partnerDestinations partnerNamespaces partnerRegistrations partnerTopics
systemTopics topics topicTypes`,
  'Microsoft.EventHub': `clusters namespaces`,
  'Microsoft.ExtendedLocation': `customLocations`,
  'Microsoft.Fabric': `capacities privateLinkServicesForFabric`,
  'Microsoft.FluidRelay': `fluidRelayServers`,
  'Microsoft.GuestConfiguration': `guestConfigurationAssignments`,
  'Microsoft.HanaOnAzure': `hanaInstances`,
  'Microsoft.HDInsight': `clusters`,
  'Microsoft.HealthBot': `healthBots`,
  'Microsoft.HealthcareApis': `services workspaces`,
  'Microsoft.HybridCompute': `gateways licenses machines networkConfigurations osType privateLinkScopes settings`,
  'Microsoft.HybridConnectivity': `endpoints publicCloudConnectors solutionConfigurations solutionTypes`,
  'Microsoft.HybridContainerService': `kubernetesVersions provisionedClusterInstances provisionedClusters storagespaces virtualNetworks`,
  'Microsoft.HybridNetwork': `configurationGroupValues devices networkfunctions networkFunctionVendors proxyPublishers siteNetworkServices sites`,
  'Microsoft.Insights': `actiongroups activityLogAlerts alertrules autoscalesettings components createnotifications dataCollectionEndpoints dataCollectionRuleAssociations
dataCollectionRules diagnosticSettings logprofiles metricalerts metricbaselines metricbatch monitoredObjects notificationstatus privateLinkScopes
rollbackToLegacyPricingModel scheduledqueryrules tenantactiongroups transactions vmInsightsOnboardingStatuses webtests workbooks workbooktemplates`,
  'Microsoft.IoTCentral': `appTemplates IoTApps`,
  'Microsoft.IoTFirmwareDefense': `workspaces`,
  'Microsoft.IoTOperations': `instances`,
  'Microsoft.KeyVault': `managedHSMs vaults`,
  'Microsoft.Kubernetes': `connectedClusters`,
  'Microsoft.KubernetesConfiguration': `extensions extensionTypes fluxConfigurations namespaces privateLinkScopes sourceControlConfigurations`,
  'Microsoft.Kusto': `clusters`,
  'Microsoft.LabServices': `labaccounts labplans labs users`,
  'Microsoft.LoadTestService': `loadTestMappings loadTestProfileMappings loadtests playwrightWorkspaces`,
  'Microsoft.Logic': `businessProcesses integrationAccounts integrationServiceEnvironments templates workflows`,
  'Microsoft.MachineLearningServices': `capacityReservationGroups inferenceModels registries virtualclusters workspaces`,
  'Microsoft.Maintenance': `applyUpdates configurationAssignments maintenanceConfigurations publicMaintenanceConfigurations updates`,
  'Microsoft.ManagedIdentity': `Identities userAssignedIdentities`,
  'Microsoft.ManagedNetworkFabric': `accesscontrollists internetgatewayrules InternetGateways IpCommunities IpExtendedCommunities IpPrefixes L2IsolationDomains L3IsolationDomains neighborgroups
networkbootstrapdevices networkbootstrapinterfaces NetworkDevices NetworkFabricControllers NetworkFabrics networkmonitors networkpacketbrokers NetworkRacks
networktaprules networktaps RoutePolicies`,
  'Microsoft.ManagedServices': `marketplaceRegistrationDefinitions registrationAssignments registrationDefinitions`,
  'Microsoft.Maps': `accounts`,
  'Microsoft.Migrate': `assessmentProjects castScanReports onPremTcoDetails migrateProjects`,
  'Microsoft.MobileNetwork': `mobileNetworks packetCoreControlPlanes simGroups`,
  'Microsoft.Monitor': `accounts investigations pipelineGroups settings slis sliSignalPreview`,
  'Microsoft.MySQLAdapter': `databases logins`,
  'Microsoft.NetApp': `netAppAccounts`,
  'Microsoft.Network': `applicationGateways ApplicationGatewayWebApplicationFirewallPolicies applicationSecurityGroups azureFirewalls bastionHosts connections customIpPrefixes
ddosCustomPolicies ddosProtectionPlans dnsForwardingRulesets dnsResolverDomainLists dnsResolverPolicies dnsResolvers dnsZones dscpConfigurations
expressRouteCircuits expressRouteCrossConnections expressRouteGateways expressRoutePorts firewallPolicies frontDoors frontdoorWebApplicationFirewallPolicies
ipAllocations ipGroups loadBalancers localNetworkGateways natGateways networkExperimentProfiles networkInterfaces networkManagers networkProfiles
networkSecurityGroups networkSecurityPerimeters networkVirtualAppliances networkWatchers p p2sVpnGateways privateDnsZones privateEndpoints privateLinkServices
publicIPAddresses publicIPPrefixes routeFilters routeTables securityPartnerProviders serviceEndpointPolicies trafficManagerProfiles virtualHubs
virtualNetworkGateways virtualNetworks virtualNetworkTaps virtualRouters virtualWans vpnGateways vpnServerConfigurations vpnSites`,
  'Microsoft.NetworkCloud': `accessBridges bareMetalMachines cloudServicesNetworks clusterManagers clusters kubernetesClusters kubernetesVersions l2Networks l3Networks racks rackSkus
storageAppliances trunkedNetworks virtualMachines volumes`,
  'Microsoft.NotificationHubs': `namespaces`,
  'Microsoft.OffAzure': `HyperVSites ImportSites MasterSites ServerSites VMwareSites`,
  'Microsoft.OperationalInsights': `clusters linkTargets querypacks storageInsightConfigs workspaces`,
  'Microsoft.OperationsManagement': `solutions views`,
  'Microsoft.Orbital': `geoCatalogs`,
  'Microsoft.Peering': `cdnPeeringPrefixes legacyPeerings lookingGlass peerAsns peeringLocations peerings peeringServiceCountries peeringServiceLocations peeringServiceProviders
peeringServices`,
  'Microsoft.Portal': `consoles dashboards tenantconfigurations userSettings`,
  'Microsoft.PowerBIDedicated': `autoScaleVCores capacities`,
  'Microsoft.Purview': `accounts policies removeDefaultAccount setDefaultAccount`,
  'Microsoft.Quantum': `suiteOffers Workspaces`,
  'Microsoft.RecoveryServices': `backupProtectedItems replicationEligibilityResults vaults`,
  'Microsoft.RedHatOpenShift': `OpenShiftClusters`,
  'Microsoft.Relationships': `dependencyOf serviceGroupMember`,
  'Microsoft.Relay': `namespaces`,
  'Microsoft.ResourceGraph': `queries resourceChangeDetails resourceChanges resources resourcesHistory subscriptionsStatus`,
  'Microsoft.SaaS': `applications resources saasresources`,
  'Microsoft.Search': `offerings resourceHealthMetadata searchServices`,
  'Microsoft.Security': `advancedThreatProtectionSettings aggregations alerts alertsSuppressionRules allowedConnections apiCollections applications assessmentMetadata assessments
assignments autoDismissAlertsRules automations AutoProvisioningSettings complianceResults Compliances customAssessmentAutomations customRecommendations
dataCollectionAgents dataScanners defenderForStorageSettings deviceSecurityGroups discoveredSecuritySolutions externalSecuritySolutions governanceRules
healthReports InformationProtectionPolicies integrations iotSecuritySolutions jitNetworkAccessPolicies jitPolicies MdeOnboardings policies pricings
privateLinks query regulatoryComplianceStandards secureScoreControlDefinitions secureScoreControls secureScores securityConnectors securityContacts
securityOperators securitySolutions securitySolutionsReferenceData securityStandards securityStatuses securityStatusesSummaries sensitivitySettings
serverVulnerabilityAssessments serverVulnerabilityAssessmentsSettings settings sqlVulnerabilityAssessments standardAssignments standards subAssessments tasks
topologies trustedIps vmScanners workspaceSettings`,
  'Microsoft.SecurityInsights': `aggregations alertRules alertRuleTemplates automationRules bookmarks cases confidentialWatchlists contentPackages contentProductPackages
contentProductTemplates contentTemplates dataConnectorDefinitions dataConnectors dataConnectorsCheckRequirements enrichment enrichmentWidgets entities
entityQueries entityQueryTemplates exportConnections fileImports hunts huntsessions incidents metadata MitreCoverageRecords officeConsents onboardingStates
overview securityMLAnalyticsSettings settings threatIntelligence triggeredAnalyticsRuleRuns watchlists workspaceManagerAssignments
workspaceManagerConfigurations workspaceManagerGroups workspaceManagerMembers`,
  'Microsoft.ServiceBus': `namespaces premiumMessagingRegions`,
  'Microsoft.ServiceFabric': `clusters managedclusters`,
  'Microsoft.ServiceLinker': `configurationNames daprConfigurations dryruns linkers`,
  'Microsoft.ServiceNetworking': `trafficControllers`,
  'Microsoft.SignalRService': `SignalR WebPubSub`,
  'Microsoft.Solutions': `applicationDefinitions applications jitRequests`,
  'Microsoft.Sql': `instancePools managedInstances servers virtualClusters`,
  'Microsoft.SQLAdapter': `databases logins`,
  'Microsoft.SQLAdapter.Admin': `hostingServers`,
  'Microsoft.SqlVirtualMachine': `SqlVirtualMachineGroups SqlVirtualMachines`,
  'Microsoft.Storage': `storageAccounts storageTasks`,
  'Microsoft.StorageActions': `storageTasks`,
  'Microsoft.StorageCache': `amlFilesystems caches usageModels`,
  'Microsoft.StorageMover': `storageMovers`,
  'Microsoft.StoragePool': `diskPools`,
  'Microsoft.StorageSync': `storageSyncServices`,
  'Microsoft.StreamAnalytics': `clusters streamingjobs`,
  'Microsoft.Synapse': `kustoOperations privateLinkHubs workspaces`,
  'Microsoft.TimeSeriesInsights': `environments`,
  'Microsoft.VideoIndexer': `accounts`,
  'Microsoft.VirtualMachineImages': `imageTemplates`,
  'Microsoft.visualstudio': `account`,
  'Microsoft.Web': `aseregions certificates connectionGateways connections containerApps customApis customhostnameSites hostingEnvironments kubeEnvironments publishingUsers
resourceHealthMetadata serverFarms sites staticSiteRegions staticSites verifyHostingEnvironmentVnet`,
  'Microsoft.Workloads': `connectors monitors phpworkloads sapDiscoverySites sapVirtualInstances`,
};
