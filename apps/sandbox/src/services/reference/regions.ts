/** One region of a cloud, as `GET /subscriptions/{id}/locations` describes it. */
export interface Region {
  name: string;
  displayName: string;
  regionalDisplayName: string;
  geography: string;
  geographyGroup: string;
  /** Availability zones; 0 = none. */
  zones: number;
  /** Name of the paired region, '' where Azure pairs none. */
  paired: string;
  latitude: number;
  longitude: number;
  cloud: 'general' | 'government';
}

// name | display name | geography | group | zones | pair | latitude | longitude
// Source: Azure's published list of regions, pairs and zones; coordinates rounded to the city.
const general = `
eastus|East US|United States|US|3|westus|37.37|-79.82
eastus2|East US 2|United States|US|3|centralus|36.67|-78.39
westus|West US|United States|US|0|eastus|37.78|-122.42
westus2|West US 2|United States|US|3|westcentralus|47.23|-119.85
westus3|West US 3|United States|US|3|eastus|33.45|-112.07
centralus|Central US|United States|US|3|eastus2|41.59|-93.62
northcentralus|North Central US|United States|US|0|southcentralus|41.88|-87.63
southcentralus|South Central US|United States|US|3|northcentralus|29.42|-98.49
westcentralus|West Central US|United States|US|0|westus2|40.89|-110.23
canadacentral|Canada Central|Canada|Canada|3|canadaeast|43.65|-79.38
canadaeast|Canada East|Canada|Canada|0|canadacentral|46.82|-71.22
brazilsouth|Brazil South|Brazil|South America|3|southcentralus|-23.55|-46.63
northeurope|North Europe|Europe|Europe|3|westeurope|53.35|-6.26
westeurope|West Europe|Europe|Europe|3|northeurope|52.37|4.9
uksouth|UK South|United Kingdom|UK|3|ukwest|50.94|-0.8
ukwest|UK West|United Kingdom|UK|0|uksouth|53.43|-3.08
francecentral|France Central|France|Europe|3|francesouth|46.38|2.37
germanywestcentral|Germany West Central|Germany|Europe|3|germanynorth|50.11|8.68
switzerlandnorth|Switzerland North|Switzerland|Europe|3|switzerlandwest|47.45|8.56
norwayeast|Norway East|Norway|Europe|3|norwaywest|59.91|10.75
swedencentral|Sweden Central|Sweden|Europe|3|swedensouth|60.67|17.14
polandcentral|Poland Central|Poland|Europe|3||52.23|21.02
italynorth|Italy North|Italy|Europe|3||45.47|9.18
spaincentral|Spain Central|Spain|Europe|3||40.42|-3.7
uaenorth|UAE North|UAE|Middle East|3|uaecentral|25.27|55.32
southafricanorth|South Africa North|South Africa|Africa|3|southafricawest|-25.73|28.22
centralindia|Central India|India|Asia Pacific|3|southindia|18.58|73.92
southindia|South India|India|Asia Pacific|0|centralindia|12.98|80.16
eastasia|East Asia|Asia Pacific|Asia Pacific|3|southeastasia|22.27|114.19
southeastasia|Southeast Asia|Asia Pacific|Asia Pacific|3|eastasia|1.28|103.83
japaneast|Japan East|Japan|Asia Pacific|3|japanwest|35.68|139.77
japanwest|Japan West|Japan|Asia Pacific|3|japaneast|34.69|135.5
koreacentral|Korea Central|Korea|Asia Pacific|3|koreasouth|37.57|126.98
australiaeast|Australia East|Australia|Asia Pacific|3|australiasoutheast|-33.86|151.21
australiasoutheast|Australia Southeast|Australia|Asia Pacific|0|australiaeast|-37.81|144.96`;

const government = `
usgovvirginia|US Gov Virginia|United States Government|US Gov|3|usgovtexas|37.37|-79.82
usgovarizona|US Gov Arizona|United States Government|US Gov|3|usgovtexas|33.45|-112.07
usgovtexas|US Gov Texas|United States Government|US Gov|0|usgovvirginia|29.42|-98.49`;

const rows = (text: string, cloud: Region['cloud']): Region[] =>
  text.trim().split('\n').map((line) => {
    const [name = '', displayName = '', geography = '', geographyGroup = '', zones, paired = '', latitude, longitude] = line.split('|');
    return {
      name, displayName, regionalDisplayName: `(${geographyGroup}) ${displayName}`, geography, geographyGroup,
      zones: Number(zones), paired, latitude: Number(latitude), longitude: Number(longitude), cloud,
    };
  });

/** Every region of both clouds. */
export const regions: Region[] = [...rows(general, 'general'), ...rows(government, 'government')];

const byName = new Map(regions.map((region) => [region.name, region]));

/** 'East US' and 'eastus' are the same region: the name as Azure stores it. */
export const regionName = (location: string): string => location.toLowerCase().replaceAll(' ', '');

/** The row of a region by its name or display name. */
export const findRegion = (location: string): Region | undefined => byName.get(regionName(location));

/** The display name ('East US'), which Web and a few other providers answer instead of the name. */
export const regionDisplayName = (location: string): string => findRegion(location)?.displayName ?? location;
