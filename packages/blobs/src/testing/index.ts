export * from './blob-store-contract.js';
