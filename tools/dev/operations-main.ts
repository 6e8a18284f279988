// Program: `npm run audit|backup|restore|blobs|erased|dead-letters|records|streets|secrets`.
import { runOperations } from '@symbio/operations/run-operations';
import { localStack } from './local-stores.js';

runOperations(process.argv.slice(2), localStack);
