export type * from './wire/provider.ts';
export { ArmError } from './wire/arm-error.ts';
