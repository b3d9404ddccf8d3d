import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { config, type z } from 'zod';

// The security policy forbids making code from text; without this the schema library tries it at every first use.
config({ jitless: true });

/** Validates values with a schema of the contract. */
export const resolve = (schema: z.ZodType, ...[values, context, options]: Parameters<Resolver>) => Promise.resolve(zodResolver(schema as never)(values as never, context, options as never));
