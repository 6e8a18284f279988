/** Agency lists: files, places, search distances, and sites that are in several lists. */
export * from './cells.js';
export * from './columns.js';
export * from './dispositions.js';
export * from './file-error.js';
export * from './file-in.js';
export * from './file-limits.js';
export * from './formats.js';
export * from './groups.js';
export * from './import-list.js';
export * from './keys.js';
export * from './lists.js';
export * from './place.js';
export * from './read-list.js';
export * from './record.js';
export * from './search.js';
export * from './stored.js';
export * from './vendor-lists.js';
