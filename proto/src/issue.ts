export * from '../gen/symbio/issue/v1/issue.js';
export * from '../gen/symbio/issue/v1/issue_service.js';
export * from '../gen/symbio/issue/v1/issue_events.js';
export * from './issue/events.js';
