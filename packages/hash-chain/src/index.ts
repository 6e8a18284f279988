/** Chain of hashes that shows changes of stored entries. */
export * from './hash-chain.js';
