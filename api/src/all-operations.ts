import type { Heading, Operation } from './operation.js';
import * as resources from './operations/index.js';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value;

export const operations: readonly Operation[] = Object.values(resources).flatMap((module) =>
  Object.values(module).filter(isOperation),
);

export const headings: readonly Heading[] = Object.values(resources).flatMap((module) =>
  'about' in module ? [module.about] : [],
);
