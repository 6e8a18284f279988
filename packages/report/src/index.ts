export { canonicalJson, evidenceHash } from './canonical.js';
export { composeReport } from './compose.js';
export { difference, type Difference, type FieldChange } from './difference.js';
export * from './evidence.js';
export { figuresOf, type FigureRequest } from './figures/plan.js';
export type * from './manifest.js';
export type { ComposeOptions, ComposeProgress, Finding, FindingCode, Pictures } from './options.js';
export { missingLetters, type MissingLetters } from './pdf/missing-letters.js';
