export * from '../gen/symbio/webhook/v1/webhook.js';
export * from '../gen/symbio/webhook/v1/webhook_service.js';
export * from '../gen/symbio/webhook/v1/webhook_events.js';
export * from './webhook/events.js';
