import type { Heading, Operation } from './operation.js';
import * as resources from './operations/index.js';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value;

/** Every operation of the public API: what the modules of `operations/` export, in the order of the resources. */
export const operations: readonly Operation[] = Object.values(resources).flatMap((module) =>
  Object.values(module).filter(isOperation),
);

/** The headings of the document, in the order of the resources. */
export const headings: readonly Heading[] = Object.values(resources).flatMap((module) =>
  'about' in module ? [module.about] : [],
);
