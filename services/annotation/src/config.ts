import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
import type { z } from 'zod';

/** Settings of the annotation service. */
export const configSchema = baseConfigSchema.extend({
  /** Who may do what in a project. */
  SYMBIO_PROJECT_ADDR: address,
  /** Pages, their documents and sizes. */
  SYMBIO_DOCUMENT_ADDR: address,
  /** Authors, their types and names. */
  SYMBIO_IDENTITY_ADDR: address,
});

export type AnnotationConfig = z.infer<typeof configSchema>;

/** The settings from the environment. @throws ConfigError that names every bad one */
export const readConfig = (env: NodeJS.ProcessEnv): AnnotationConfig => read(configSchema, env);
