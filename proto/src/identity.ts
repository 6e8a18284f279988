export * from '../gen/symbio/identity/v1/audit.js';
export * from '../gen/symbio/identity/v1/identity.js';
export * from '../gen/symbio/identity/v1/identity_service.js';
export * from '../gen/symbio/identity/v1/identity_events.js';
export * from './identity/events.js';
