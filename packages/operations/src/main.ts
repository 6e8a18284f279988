import { runOperations } from './run-operations.js';

runOperations(process.argv.slice(2));
