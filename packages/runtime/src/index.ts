/** Processes: settings, lifecycle, health, dependencies, logs, metrics, errors. */
export * from './actor.js';
export * from './admin-server.js';
export * from './clock.js';
export * from './throttled-task.js';
export * from './config.js';
export * from './config-error.js';
export * from './dependencies.js';
export * from './errors.js';
export * from './fields.js';
export * from './batch-requests.js';
export * from './http-listener.js';
export * from './ids.js';
export * from './left-folders.js';
export * from './lifecycle.js';
export * from './logger.js';
export * from './metrics.js';
export * from './process-host.js';
export * from './reasons.js';
export * from './run-service.js';
export * from './running-service.js';
export * from './shared-work.js';
export * from './sweep.js';
export * from './texts.js';
export * from './timing.js';
export * from './tokens.js';
export * from './semaphore.js';
/** Single version for all packages. */
export { LRUCache } from 'lru-cache';
