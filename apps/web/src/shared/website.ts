import { useQuery } from '@tanstack/react-query';
import { q } from './api/api.ts';

export const DEFAULT_PRODUCT = 'Cloudwright';

/** Settings of the website: name, support address, banner. Public, so they load before sign-in as well. */
export const useWebsite = () => useQuery({ ...q('websiteSettingsGet'), staleTime: 300_000 });

export const useProductName = (): string => useWebsite().data?.productName || DEFAULT_PRODUCT;

/** The administrator's address, shown where a person can't help themselves. */
export const useAdminEmail = (): string | undefined => useQuery({ ...q('configAdminEmail'), staleTime: 300_000 }).data?.data || undefined;
