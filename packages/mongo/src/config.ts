import { baseConfigSchema } from '@symbio/events';
import { z } from 'zod';

/** Settings of every service with a database; each service extends them. */
export const databaseConfigSchema = baseConfigSchema.extend({
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  MONGODB_DB: z.string().min(1).optional(),
});

export type DatabaseConfig = z.infer<typeof databaseConfigSchema>;
