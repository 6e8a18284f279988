/** People's names in rows, and their erasure. */
export * from './erased-people.js';
export * from './erasing.js';
export * from './name-copies.js';
