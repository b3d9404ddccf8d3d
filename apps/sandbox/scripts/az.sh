#!/bin/sh
# Drives the Azure command line (Debian's azure-cli) against a sandbox of its own: groups, deployments, storage, VMs.
# Prints one line a step and "N passed, N failed"; says so and ends well where az is not installed.
#   npm run az -w apps/sandbox
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/../.." && pwd)
if ! command -v az >/dev/null 2>&1; then
  echo "az is not installed (apt-get install azure-cli): nothing was measured."
  exit 0
fi

work=$(mktemp -d)
mkfifo "$work/stdin"
node=$root/node_modules/.bin/node
[ -x "$node" ] || node=node
DATA_DIR=$work SANDBOX_PORT=0 SANDBOX_TLS_PORT=0 SANDBOX_GOV_PORT=0 SANDBOX_GOV_TLS_PORT=0 SANDBOX_SPEED=100 \
  "$node" "$here/src/main.ts" <"$work/stdin" >"$work/ready" 2>"$work/log" &
# The sandbox ends when its standard input closes, whatever becomes of this script.
exec 9>"$work/stdin"
trap 'exec 9>&-; wait; rm -rf "$work"' EXIT
tries=0
while ! grep -q '"ready":true' "$work/ready" 2>/dev/null; do
  tries=$((tries + 1))
  [ $tries -gt 300 ] && { cat "$work/log"; exit 1; }
  sleep 0.1
done
tls=$(sed 's/.*"tls":{"general":"\([^"]*\)".*/\1/' "$work/ready")
tenant=11111111-1111-4111-8111-111111111111

cat /etc/ssl/certs/ca-certificates.crt "$work/sandbox/ca.pem" >"$work/bundle.pem" 2>/dev/null || cp "$work/sandbox/ca.pem" "$work/bundle.pem"
export AZURE_CONFIG_DIR="$work/azure" REQUESTS_CA_BUNDLE="$work/bundle.pem" AZURE_CORE_COLLECT_TELEMETRY=false PYTHONWARNINGS=ignore

passed=0
failed=0
# step NAME EXPECTED-TEXT COMMAND...: the output must hold the text; '' = the command must succeed.
step() {
  name=$1 expected=$2
  shift 2
  output=$("$@" 2>&1)
  status=$?
  if { [ -z "$expected" ] && [ $status -eq 0 ]; } || { [ -n "$expected" ] && printf '%s' "$output" | grep -q -e "$expected"; }; then
    passed=$((passed + 1)); echo "ok    $name"
  else
    failed=$((failed + 1)); echo "FAIL  $name"; printf '%s\n' "$output" | tail -5 | sed 's/^/      /'
  fi
}

cat >"$work/main.json" <<'JSON'
{
  // Comments are allowed in templates, and az sends them on.
  "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": { "name": { "type": "string" } },
  "resources": [
    { "type": "Microsoft.Storage/storageAccounts", "apiVersion": "2023-05-01", "name": "[parameters('name')]", "location": "[resourceGroup().location]", "sku": { "name": "Standard_LRS" }, "kind": "StorageV2", "properties": {} }
  ],
  "outputs": { "blob": { "type": "string", "value": "[reference(parameters('name')).primaryEndpoints.blob]" } }
}
JSON

step 'cloud register' '' az cloud register -n Sandbox --endpoint-resource-manager "$tls"
step 'cloud set' '' az cloud set -n Sandbox
step 'cloud profile' '' az cloud update -n Sandbox --profile 2020-09-01-hybrid
step 'login with a wrong secret' 'AADSTS7000215' az login --service-principal -u 44444444-4444-4444-8444-444444444444 -p wrong --tenant $tenant
step 'login' 'Alpine Production' az login --service-principal -u 44444444-4444-4444-8444-444444444444 -p sandbox-secret --tenant $tenant
step 'account list' 'Alpine Sandbox' az account list
step 'group create' 'Succeeded' az group create -n az-group -l westeurope
step 'deployment group validate' 'Succeeded' az deployment group validate -g az-group -f "$work/main.json" -p name=azsandboxone
step 'deployment group what-if' 'azsandboxone' az deployment group what-if -g az-group -f "$work/main.json" -p name=azsandboxone --no-pretty-print
step 'deployment group create' 'Succeeded' az deployment group create -g az-group -n first -f "$work/main.json" -p name=azsandboxone
step 'deployment that fails' 'StorageAccountAlreadyTaken\|AccountNameInvalid\|Invalid' az deployment group create -g az-group -n second -f "$work/main.json" -p name=NOT_A_NAME
step 'deployment group list' 'first' az deployment group list -g az-group -o table
step 'deployment operation list' 'storageAccounts' az deployment operation group list -g az-group -n first
step 'storage account list' 'azsandboxone' az storage account list -g az-group -o table
step 'storage account keys list' 'key1' az storage account keys list -g az-group -n azsandboxone
step 'resource list' 'azsandboxone' az resource list -g az-group -o table
step 'vm list' '\[\]' az vm list -g az-group
step 'group exists' 'true' az group exists -n az-group
step 'group delete' '' az group delete -n az-group --yes
step 'group is gone' 'false' az group exists -n az-group
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
