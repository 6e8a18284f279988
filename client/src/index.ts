export type * from '../gen/schema.js';
export { createSymbioClient, type SymbioClient, type SymbioClientOptions } from './client.js';
export { retryAfter, retrying, wait, type RetryOptions } from './retries.js';
export { SymbioError } from './symbio-error.js';
export type { AnswerOf, InitOf, ItemOf, ListPath, PathOf } from './types.js';
