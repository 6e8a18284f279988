export { canonicalJson, evidenceHash } from './canonical.js';
export * from './evidence.js';
export { figuresOf, type FigureRequest } from './figures/plan.js';
export type * from './manifest.js';
export type { ComposeOptions, ComposeProgress, Finding, FindingCode, Pictures } from './options.js';
