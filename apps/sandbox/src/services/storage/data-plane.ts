import type { Provider } from '../../wire/provider.ts';

export const startDataPlanes: NonNullable<Provider['start']> = () => async () => {};
