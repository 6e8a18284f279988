export { FOLDERS } from './messages.js';
export { composeInChild } from './run-child.js';
