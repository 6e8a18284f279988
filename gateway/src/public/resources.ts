/** Resources of the public API: functions from clients to routes. */
export { annotations } from './annotations.js';
export { authors } from './authors.js';
export { documents } from './documents.js';
export { features } from './features.js';
export { issues } from './issues/index.js';
export { mentions } from './mentions.js';
export { pageKinds } from './page-kinds.js';
export { pages } from './pages.js';
export { projects } from './projects.js';
export { runs } from './runs.js';
export { titleBlocks } from './title-blocks.js';
export { vocabularies } from './vocabularies.js';
export { webhooks } from './webhooks.js';
