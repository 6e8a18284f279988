/** Events and jobs over NATS. */
export * from './config.js';
export * from './consumer.js';
export * from './dead-letters.js';
export * from './event.js';
export * from './nats.js';
export * from './nats-errors.js';
export * from './propagation.js';
export * from './service-host.js';
export * from './signatures.js';
export * from './streams.js';
export * from './trust.js';
export * from './watch.js';
export * from './work-queue.js';
