// Program: the entry point of the operations image.
//
//   node packages/operations/dist/src/main.js COMMAND [arguments]
import { runOperations } from './run-operations.js';

runOperations(process.argv.slice(2));
