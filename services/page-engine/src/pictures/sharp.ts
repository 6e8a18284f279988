import { createRequire } from 'node:module';
import type SharpModule from 'sharp';

/**
 * The image library as CommonJS: its ES modules take 100 CPU ms to load instead of 45, and each document has a process of
 * its own that loads them.
 */
export const sharp = createRequire(import.meta.url)('sharp') as typeof SharpModule;
