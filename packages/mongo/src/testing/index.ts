/** Test helpers for services with a database. */
export * from './config.js';
export * from './memory-rows.js';
export * from './memory-tombstones.js';
export * from './query-plans.js';
export * from './stored-rows.js';
export * from './unconnected.js';
