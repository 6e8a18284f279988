export { operations } from './all-operations.js';
export { PREFIX, byAddress, openApiDocument } from './document.js';
export { operation, TAGS, type Access, type Method, type Operation, type Refusal } from './operation.js';
export * from './operations/index.js';
export * from './schemas/common.js';
export * from './schemas/documents.js';
export * from './schemas/evidence.js';
export { API_VERSION } from './version.js';
