/** Test helpers for events. */
export * from './config.js';
export * from './events.js';
export * from './signature.js';
