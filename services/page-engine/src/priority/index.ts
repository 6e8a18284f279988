export { lowerPriority } from './lower-priority.js';
