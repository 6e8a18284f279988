export { sampleTemplate } from './sample-template.js';
