export * from '../world/resource-id.ts';
