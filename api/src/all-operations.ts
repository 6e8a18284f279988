import type { Heading, Operation } from './operation.js';
import * as appResources from './app/index.js';
import * as resources from './operations/index.js';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'answer' in value && 'path' in value;

const operationsOf = (modules: object): readonly Operation[] =>
  Object.values(modules).flatMap((module: object) => Object.values(module).filter(isOperation));

/** Of the public API. */
export const operations: readonly Operation[] = operationsOf(resources);

/** Of the screens. */
export const appOperations: readonly Operation[] = operationsOf(appResources);

export const headings: readonly Heading[] = Object.values(resources).flatMap((module) =>
  'about' in module ? [module.about] : [],
);
