export * from '../gen/symbio/project/v1/coverage.js';
export * from '../gen/symbio/project/v1/interview.js';
export * from '../gen/symbio/project/v1/lien_search.js';
export * from '../gen/symbio/project/v1/project.js';
export * from '../gen/symbio/project/v1/project_service.js';
export * from '../gen/symbio/project/v1/project_events.js';
export * from '../gen/symbio/project/v1/questionnaire.js';
export * from './project/events.js';
