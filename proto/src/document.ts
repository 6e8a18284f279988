export * from '../gen/symbio/document/v1/alignment.js';
export * from '../gen/symbio/document/v1/document.js';
export * from '../gen/symbio/document/v1/document_service.js';
export * from '../gen/symbio/document/v1/document_events.js';
export * from '../gen/symbio/document/v1/georeference.js';
export * from '../gen/symbio/document/v1/photograph.js';
export * from '../gen/symbio/document/v1/share_link.js';
export * from './document/events.js';
