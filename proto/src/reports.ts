/** Contract of the reports service: messages, service definition, events. */
export * from '../gen/symbio/reports/v1/reports.js';
export * from '../gen/symbio/reports/v1/reports_service.js';
export * from '../gen/symbio/reports/v1/reports_events.js';
export * from './reports/events.js';
