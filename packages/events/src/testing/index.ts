export * from './config.js';
export * from './events.js';
export * from './signature.js';
