export * from '../gen/symbio/job/v1/job.js';
export * from '../gen/symbio/job/v1/job_service.js';
export * from '../gen/symbio/job/v1/job_events.js';
export * from './job/events.js';
