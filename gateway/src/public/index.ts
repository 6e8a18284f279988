/** Resources under /api/public, one line each. Every one is a function from the clients to its routes. */
export { annotations } from './annotations.js';
export { authors } from './authors.js';
export { documents } from './documents.js';
export { features } from './features.js';
export { issues } from './issues/index.js';
export { mentions } from './mentions.js';
export { projects } from './projects.js';
