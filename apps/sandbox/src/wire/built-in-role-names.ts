/**
 * Further built-in roles that templates assign: id | name, as published. What they permit at Resource Manager matters to
 * nobody here, so they all read; contributors and operators may also deploy.
 */
export const builtInRoleNames = `
c2f4ef07-c644-48eb-af81-4b1b4947fb11|AcrDelete
6cef56e8-d556-48e5-a04f-b8e64114680f|AcrImageSigner
cdda3590-29a3-44f6-95f2-9f980659eb04|AcrQuarantineReader
c8d4ff99-41c3-41a8-9f60-21dfdad59608|AcrQuarantineWriter
312a565d-c81f-4fd8-895a-4e21e48d571c|API Management Service Contributor
0f37683f-2463-46b6-9ce7-9b788b988ba2|App Compliance Automation Administrator
ffc6bbe0-e443-4c3b-bf54-26581bb2f78e|App Compliance Automation Reader
fe86443c-f201-4fc4-9d2a-ac61149fbda0|App Configuration Contributor
5ae67dd6-50cb-40e7-96ff-dc2bfa4b606b|App Configuration Data Owner
516239f1-63e1-4d78-a4de-a74fb236a071|App Configuration Data Reader
175b81b9-6e0d-490a-85e4-0d422273c10c|App Configuration Reader
ca6382a4-1721-4bcf-a114-ff0c70227b6b|Application Group Contributor
ae349356-3a1b-4a5e-921d-050484c6347e|Application Insights Component Contributor
08954f03-6346-4c2e-81c0-ec3a5cfae23b|Application Insights Snapshot Debugger
f353d9bd-d4a6-484e-a77a-8050b599b867|Automation Contributor
4fe576fe-1146-4730-92eb-48519fa6bf9f|Automation Job Operator
d3881f73-407a-4167-8283-e981cbba0404|Automation Operator
5fb5aef8-1081-4b8e-bb16-9d5d0385bab5|Automation Runbook Operator
b78c5d69-af96-48a3-bf8d-a8b4d589de94|Azure AI Administrator
64702f94-c441-49e6-a78b-ef80e0188fee|Azure AI Developer
f5819b54-e033-4d82-ac66-4fec3cbf3f4c|Azure Connected Machine Resource Manager
bcd981a7-7f74-457b-83e1-cceb9e632ffe|Azure Digital Twins Data Owner
d57506d4-4c8d-48b1-8587-93c323f6a5a3|Azure Digital Twins Data Reader
f526a384-b230-433a-b45c-95f59c4a2dec|Azure Event Hubs Data Owner
a638d3c7-ab3a-418d-83e6-5f17a39d4fde|Azure Event Hubs Data Receiver
2b629674-e913-4c01-ae53-ef4638d8f975|Azure Event Hubs Data Sender
0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8|Azure Kubernetes Service Cluster Admin Role
4abbcc35-e782-43d8-92c5-2d3f1bd2253f|Azure Kubernetes Service Cluster User Role
ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8|Azure Kubernetes Service Contributor Role
3498e952-d568-435e-9b2c-8d77e338d7f7|Azure Kubernetes Service RBAC Admin
b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b|Azure Kubernetes Service RBAC Cluster Admin
7f6c6a51-bcf8-42ba-9220-52d62157d7db|Azure Kubernetes Service RBAC Reader
a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb|Azure Kubernetes Service RBAC Writer
423170ca-a8f6-4b0f-8487-9e4eb8f49bfa|Azure Maps Data Reader
26e0b698-aa6d-4085-9386-aadae190014d|Azure Relay Listener
2787bf04-f1f5-4bfe-8383-c8a24483ee38|Azure Relay Owner
26baccc8-eea7-41f1-98f4-1762cc7f685d|Azure Relay Sender
7b1f81f9-4196-4058-8aae-762e593270df|Azure Resource Bridge Deployment Role
090c5cfd-751d-490a-894a-3ce6f1109419|Azure Service Bus Data Owner
4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0|Azure Service Bus Data Receiver
69a216fc-b8fb-44d8-bc22-1f3c2cd27a39|Azure Service Bus Data Sender
bda0d508-adf1-4af0-9c28-88919fc3ae06|Azure Stack HCI Administrator
865ae368-6a45-4bd1-8fbf-0d5151f56fc1|Azure Stack HCI Device Management Role
874d1c73-6003-4e60-a13a-cb31ea190a85|Azure Stack HCI VM Contributor
4b3fe76c-f777-4d24-a2d7-b027b0f7b273|Azure Stack HCI VM Reader
e503ece1-11d0-4e8e-8e2c-7a6c3bf38815|AzureML Compute Operator
f6c7c914-8db3-469d-8ca1-694a8f32e121|AzureML Data Scientist
635dd51f-9968-44d3-b7fb-6d9a6bd613ae|AzureML Metrics Writer (preview)
1823dd4f-9b8c-4ab6-ab4e-7397a3684615|AzureML Registry User
5e467623-bb1f-42f4-a55d-6e525e11384b|Backup Contributor
00c29273-979b-4161-815c-10b084fb9324|Backup Operator
a795c7a0-d4a2-40c1-ae25-d81f01202912|Backup Reader
426e0c7f-0c7e-4658-b36f-ff54d6c29b45|CDN Endpoint Contributor
ec156ff8-a8d1-4d15-830c-5b80698ca432|CDN Profile Contributor
b34d265f-36f7-4a0d-a4d4-e158ca92e90f|Classic Network Contributor
86e8f5dc-a6e9-4c67-9d15-de283e8eac25|Classic Storage Account Contributor
d73bb868-a0df-4d4d-bd69-98a00b01fccb|Classic Virtual Machine Contributor
25fbc0a9-bd7c-42a3-aa1a-3b75d497ee68|Cognitive Services Contributor
c1ff6cc2-c111-46fe-8896-e0ef812ad9f3|Cognitive Services Custom Vision Contributor
5c4089e1-6d96-4d2f-b296-c1bc7137275f|Cognitive Services Custom Vision Deployment
88424f51-ebe7-446f-bc41-7fa16989e96c|Cognitive Services Custom Vision Labeler
93586559-c37d-4a6b-ba08-b9f0940c2d73|Cognitive Services Custom Vision Reader
0a5ae4ab-0d65-4eeb-be61-29fc9b54394b|Cognitive Services Custom Vision Trainer
b59867f0-fa02-499b-be73-45a86b5b3e1c|Cognitive Services Data Reader (Preview)
9894cab4-e18a-44aa-828b-cb588cd6f2d7|Cognitive Services Face Recognizer
b2de6794-95db-4659-8781-7e080d3f2b9d|Cognitive Services Immersive Reader User
f07febfe-79bc-46b1-8b37-790e26e6e498|Cognitive Services Language Owner
7628b7b8-a8b2-4cdc-b46f-e9b35248918e|Cognitive Services Language Reader
f2310ca1-dc64-4889-bb49-c8e0fa3d47a8|Cognitive Services Language Writer
f72c8140-2111-481c-87ff-72b910f6e3f8|Cognitive Services LUIS Owner
18e81cdc-4e98-4e29-a639-e7d10c5a6226|Cognitive Services LUIS Reader
6322a993-d5c9-4bed-b113-e49bbea25b27|Cognitive Services LUIS Writer
cb43c632-a144-4ec5-977c-e80c4affc34a|Cognitive Services Metrics Advisor Administrator
3b20f47b-3825-43cb-8114-4bd2201156a8|Cognitive Services Metrics Advisor User
a001fd3d-188f-4b5d-821b-7da978bf7442|Cognitive Services OpenAI Contributor
5e0bd9bd-7b93-4f28-af87-19fc36ad61bd|Cognitive Services OpenAI User
f4cc2bf9-21be-47a1-bdf1-5c5804381025|Cognitive Services QnA Maker Editor
466ccd10-b268-4a11-b098-b4849f024126|Cognitive Services QnA Maker Reader
0e75ca1e-0464-4b4d-8b93-68208a576181|Cognitive Services Speech Contributor
f2dc8367-1007-4938-bd23-fe263f013447|Cognitive Services Speech User
a97b65f3-24c7-4388-baec-2e87135dc908|Cognitive Services User
09976791-48a7-449e-bb21-39d1a415f350|Communication and Email Service Owner
1ef6a3be-d0ac-425d-8c01-acb62866290b|Compute Gallery Sharing Admin
358470bc-b998-42bd-ab17-a7e34c199c0f|Container Apps Contributor
bfdb9389-c9a5-478a-bb2f-ba9ca092c3c7|Container Registry Repository Catalog Lister
2efddaa5-3f1f-4df3-97df-af3f13818f4c|Container Registry Repository Contributor
b93aa761-3e63-49ed-ac28-beffa264f7ac|Container Registry Repository Reader
2a1e307c-b015-4ebd-883e-5b7698a07328|Container Registry Repository Writer
ad2dd5fb-cd4b-4fd4-a9b6-4fed3630980b|ContainerApp Reader
fbdf93bf-df7d-467e-a4d2-9458aa1360c8|Cosmos DB Account Reader Role
230815da-be43-4aae-9cb4-875f7bd000aa|Cosmos DB Operator
db7b14f2-5adf-42da-9f96-f2ee17bab5cb|CosmosBackupOperator
5432c526-bc82-444a-b7ba-57c5b0b5b34f|CosmosRestoreOperator
673868aa-7521-48a0-acc6-0f60742d39f5|Data Factory Contributor
959f8984-c045-4866-89c7-12bf9737be2e|Data Operator for Managed Disks
eb960402-bf75-4cc3-8d68-35b34f960f72|Deployment Environments Reader
18e40d4e-8d2e-438d-97e1-9528336e149c|Deployment Environments User
86240b0e-9422-4c43-887b-b61143f32ba8|Desktop Virtualization Application Group Contributor
aebf23d0-b568-4e86-b8f9-fe83a2c6ab55|Desktop Virtualization Application Group Reader
082f0a83-3be5-4ba1-904c-961cca79b387|Desktop Virtualization Contributor
e307426c-f9b6-4e81-87de-d99efb3c32bc|Desktop Virtualization Host Pool Contributor
ceadfde2-b300-400a-ab7b-6143895aa822|Desktop Virtualization Host Pool Reader
489581de-a3bd-480d-9518-53dea7416b33|Desktop Virtualization Power On Contributor
40c5ff49-9181-41f8-ae61-143b0e78555e|Desktop Virtualization Power On Off Contributor
49a72310-ab8d-41df-bbb0-79b649203868|Desktop Virtualization Reader
2ad6aaab-ead9-4eaa-8ac5-da422f562408|Desktop Virtualization Session Host Operator
1d18fff3-a72a-46b5-b4a9-0b38a3cd7e63|Desktop Virtualization User
ea4bfff8-7fb4-485a-aadd-d4129a0ffaa6|Desktop Virtualization User Session Operator
a959dbd1-f747-45e3-8ba6-dd80f235f97c|Desktop Virtualization Virtual Machine Contributor
21efdde3-836f-432b-bf3d-3e8e734d4b2b|Desktop Virtualization Workspace Contributor
0fa44ee9-7a7d-466b-9bb2-2bf446b1204d|Desktop Virtualization Workspace Reader
45d50f46-0b78-4001-a660-4198cbe8cd05|DevCenter Dev Box User
331c37c6-af14-46d9-b9f4-e1909e1b95a0|DevCenter Project Admin
76283e04-6283-4c54-8f91-bcf1374a3c64|DevTest Labs User
3e5e47e6-65f7-47ef-90b5-e5dd4d455f24|Disk Backup Reader
60fc6e62-5479-42d4-8bf4-67625fcc2840|Disk Pool Operator
b50d9833-a0cb-478e-945f-707fcc997c13|Disk Restore Operator
7efff54f-a5b4-42b5-a1c5-5411624893ce|Disk Snapshot Contributor
0f2ebee7-ffd4-4fc0-b3b7-664099fdad5d|DNS Resolver Contributor
befefa01-2a29-4197-83a8-272ff33ce314|DNS Zone Contributor
5bd9cd88-fe45-4216-938b-f97437e15450|DocumentDB Account Contributor
eeaeda52-9324-47f6-8069-5d5bade478b2|Domain Services Contributor
361898ef-9ed1-48c2-849c-a832951106bb|Domain Services Reader
1e241071-0855-49ea-94dc-649edcd759de|EventGrid Contributor
d5a91429-5739-47e2-a06b-3470a27159e7|EventGrid Data Sender
428e0ff0-5e57-4d9c-a221-2c70d0e0a443|EventGrid EventSubscription Contributor
2414bbcf-6497-4faf-8c65-045460748405|EventGrid EventSubscription Reader
5a1fc7df-4bf1-4951-a576-89034ee01acd|FHIR Data Contributor
4c8d0bbc-75d3-4935-991f-5f3c56d81508|FHIR Data Reader
3f88fce4-5892-4214-ae73-ba5294559913|FHIR Data Writer
7b3e853f-ad5d-4fb5-a7b8-56a3581c7037|IPAM Pool User
db79e9a7-68ee-4b58-9aeb-b90e7c24fcba|Key Vault Certificate User
a4417e6f-fecd-4de8-b567-7b0420556985|Key Vault Certificates Officer
14b46e9e-c2b7-41b4-b07b-48a6ebf60603|Key Vault Crypto Officer
e147488a-f6f5-4113-8e2d-b22465e65bf6|Key Vault Crypto Service Encryption User
12338af0-0e69-4776-bea7-57ae8d297424|Key Vault Crypto User
21090545-7ca7-4776-b22c-e363652d74d2|Key Vault Reader
a8835c7d-b5cb-47fa-b6f0-65ea10ce07a2|LocalNGFirewallAdministrator role
73c42c96-874c-492b-b04d-ab87d138a893|Log Analytics Reader
87a39d53-fc1b-424a-814c-f7e04687dc9e|Logic App Contributor
515c2055-d9d4-4321-b1b9-bd0c9a0f79fe|Logic App Operator
641177b8-a67a-45b9-a033-47bc880bb21e|Managed Application Contributor Role
c7393b34-138c-406f-901b-d8cf2b17e6ae|Managed Application Operator Role
b9331d33-8a36-4f8c-b097-4f54124fdb44|Managed Applications Reader
3913510d-42f4-4e42-8a64-420c390055eb|Monitoring Metrics Publisher
d18ad5f3-1baf-4119-b49b-d944edb1f9d0|MySQL Backup And Export Operator
b12aa53e-6015-4669-85d0-8515ebb3ae7f|Private DNS Zone Contributor
0e5f05e5-9ab9-446b-b98d-1e2157c94125|Quota Request Operator
c12c1c16-33a1-487b-954d-41c89c60f349|Reader and Data Access
e0f68234-74aa-48ed-b826-c38b57376e17|Redis Cache Contributor
f7b75c60-3036-4b75-91c3-6b41c27c1689|Reservation Purchaser
cd08ab90-6b14-449c-ad9a-8f8e549482c6|Scheduled Patching Contributor
8ebe5a00-799e-43f5-93ac-243d3dce84a7|Search Index Data Contributor
1407120a-92aa-4202-b7e9-c0e197c71c8f|Search Index Data Reader
7ca78c08-252a-4471-8644-bb5ff32d4ba0|Search Service Contributor
fb1c8493-542b-48eb-b624-b4c8fea62acd|Security Admin
39bc4728-0917-49c7-9d2c-d95423bc2eb4|Security Reader
4e50c84c-c78e-4e37-b47e-e60ffea0a775|Service Group Administrator
32e6a4ec-6095-4e37-b54b-12aa350ba81f|Service Group Contributor
de754d53-652d-4c75-a67f-1e48d8b49c97|Service Group Reader
04165923-9d83-45d5-8227-78b77b0a687e|SignalR AccessKey Reader
420fcaa2-552c-430f-98ca-3264be4806c7|SignalR App Server
fd53cd77-2268-407a-8f46-7e7863d0f521|SignalR REST API Owner
ddde6b66-c0df-4114-a159-3618637b3035|SignalR REST API Reader
7e4f1700-ea5a-4f59-8f37-079cfe29dce3|SignalR Service Owner
8cf5e20a-e4b2-4e9d-b3a1-5ceb692c2761|SignalR/Web PubSub Contributor
6670b86e-a3f7-4917-ac9b-5d6ab1be4567|Site Recovery Contributor
494ae006-db33-4328-bf46-533a6560a3ca|Site Recovery Operator
dbaa88c4-0c30-4179-9fb3-46319faa6149|Site Recovery Reader
9b7fa17d-e63e-47b0-bb0a-15c516ac86ec|SQL DB Contributor
4939a1f6-9ae0-4e48-a1e0-f2cbe897382d|SQL Managed Instance Contributor
056cd41c-7e88-42e1-933e-88ba6a50c9c3|SQL Security Manager
6d8ee4ec-f05a-4a1d-8b00-a9b17e38b437|SQL Server Contributor
189207d4-bb67-4208-a635-b06afe8b2c57|SqlDb Migration Role
1d335eef-eee1-47fe-a9e0-53214eba8872|SqlMI Migration Role
e5e2a7ff-d759-4cd2-bb51-3152d37e2eb1|Storage Account Backup Contributor
81a9662b-bebf-436f-a333-f67b29880f12|Storage Account Key Operator Service Role
db58b8e5-c6ad-4a2a-8342-4190687cbf4a|Storage Blob Delegator
69566ab7-960f-475b-8e7c-b3118f30c6bd|Storage File Data Privileged Contributor
b8eda974-7b85-4f76-af95-65846b26df6d|Storage File Data Privileged Reader
0c867c2a-1d8c-454a-a3db-ab2ea1bdc8bb|Storage File Data SMB Share Contributor
a7264617-510b-434b-a828-9731dc254ea7|Storage File Data SMB Share Elevated Contributor
aba4ae5f-2193-4029-9191-0cb91df5e314|Storage File Data SMB Share Reader
8a0f0c08-91a1-4084-bc3d-661d67233fed|Storage Queue Data Message Processor
c6a89b2d-59bc-44d0-9896-0f6e12d7b80a|Storage Queue Data Message Sender
19e7f393-937e-4f77-808e-94535e297925|Storage Queue Data Reader
76199698-9eea-4c19-bc75-cec21354c6b6|Storage Table Data Reader
4a9ae827-6dc8-4573-8ac7-8239d42aa03f|Tag Contributor
1c9b6475-caf0-4164-b5a1-2142a7116f4b|Template Spec Contributor
392ae280-861d-42bd-9ea5-08ee6d83b80e|Template Spec Reader
a4b10055-b0c7-44c2-b00f-c7b5b3550cf7|Traffic Manager Contributor
1c0163c0-47e6-4577-8991-ea5c82e286e4|Virtual Machine Administrator Login
fb879df8-f326-4884-b1cf-06f3ad86be52|Virtual Machine User Login
d24ecba3-c1f4-40fa-a7bb-4588a071e8fd|VM Scanner Operator
2cc479cb-7b4d-49a8-b449-8c00fd0f0a4b|Web Plan Contributor
12cf5a90-567b-43ae-8102-96cf46c7d9b4|Web PubSub Service Owner (Preview)
bfb1c7d2-fb1a-466b-b2ba-aee63b92deaf|Web PubSub Service Reader (Preview)
a6333a3e-0164-44c3-b281-7a577aff287f|Windows Admin Center Administrator Login
`.trim().split('\n').map((row) => row.split('|') as [id: string, name: string]);
