export * from '../gen/symbio/annotation/v1/annotation.js';
export * from '../gen/symbio/annotation/v1/annotation_service.js';
export * from '../gen/symbio/annotation/v1/annotation_events.js';
export * from '../gen/symbio/annotation/v1/blind_sample.js';
export * from '../gen/symbio/annotation/v1/review_rule.js';
export * from '../gen/symbio/annotation/v1/run.js';
export * from './annotation/events.js';
