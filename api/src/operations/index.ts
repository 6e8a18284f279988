export * as annotations from './annotations.js';
export * as authors from './authors.js';
export * as documents from './documents.js';
export * as features from './features.js';
export * as mentions from './mentions.js';
export * as pages from './pages.js';
export * as runs from './runs.js';
export * as vocabularies from './vocabularies.js';
