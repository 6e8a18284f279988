/** Database per service, whose changes are published. */
export * from './claims.js';
export * from './config.js';
export * from './creations.js';
export * from './database-host.js';
export * from './due-rows.js';
export * from './list-counts.js';
export * from './migrations/index.js';
export * from './mongo.js';
export * from './outbox.js';
export * from './parked.js';
export * from './relay.js';
export * from './rows.js';
export * from './tombstones.js';
