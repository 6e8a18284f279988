import { createRequire } from 'node:module';
import type SharpModule from 'sharp';

/** sharp as CommonJS: its ES modules take 100 CPU ms to load instead of 45, and each document's process loads it. */
export const sharp = createRequire(import.meta.url)('sharp') as typeof SharpModule;
