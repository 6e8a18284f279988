export * from '../gen/symbio/feature/v1/comment.js';
export * from '../gen/symbio/feature/v1/determination.js';
export * from '../gen/symbio/feature/v1/feature.js';
export * from '../gen/symbio/feature/v1/feature_service.js';
export * from '../gen/symbio/feature/v1/feature_events.js';
export * from './feature/events.js';
