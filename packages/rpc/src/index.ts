/** Calls between processes: gRPC servers and clients, internal tokens, pages of lists, batches. */
export * from './batch.js';
export * from './client.js';
export * from './config.js';
export * from './context.js';
export * from './definition.js';
export * from './errors.js';
export * from './internal-tokens.js';
export * from './paging.js';
export * from './rpc-host.js';
export * from './server.js';
export * from './target.js';
export * from './upload-stream.js';
