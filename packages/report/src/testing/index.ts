export { misplacementOf, pixelsOf } from './marks.js';
export { sampleEvidence } from './sample-evidence.js';
export { sampleTemplate } from './sample-template.js';
