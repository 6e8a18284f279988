/** Test helpers without servers. */
export * from './clock.js';
export * from './eventually.js';
export * from './outcome.js';
export * from './people.js';
