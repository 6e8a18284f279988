/** Test helpers for calls: callers, keys, fake peers. */
export * from './calls.js';
export * from './contract-ids.js';
export * from './keys.js';
