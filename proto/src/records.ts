/** Contract of the records service: messages, service definition, events. */
export * from '../gen/symbio/records/v1/records.js';
export * from '../gen/symbio/records/v1/agency_requests.js';
export * from '../gen/symbio/records/v1/radius_reports.js';
export * from '../gen/symbio/records/v1/record_decisions.js';
export * from '../gen/symbio/records/v1/records_service.js';
export * from '../gen/symbio/records/v1/records_events.js';
export * from './records/events.js';
