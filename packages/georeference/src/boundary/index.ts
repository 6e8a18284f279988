/** Boundaries of properties. Browser-safe: no dependencies. */
export * from './shapes.js';
export * from './metres.js';
export * from './check.js';
export * from './distance.js';
export * from './nearness.js';
export * from './rings.js';
export { selfContact } from './planar.js';
