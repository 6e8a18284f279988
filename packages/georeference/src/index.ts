/** The place of a sheet on the earth. Browser-safe: no dependencies. */
export * from './plane.js';
export * from './fit.js';
export * from './judgement.js';
export * from './checks.js';
export * from './outline.js';
