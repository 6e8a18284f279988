export { unescapeXml } from '../docx/package-file.js';
export { compact, readPdf } from '../verify/read-pdf.js';
export { misplacementOf, pixelsOf } from './marks.js';
export { sampleEvidence } from './sample-evidence.js';
export { sampleTemplate } from './sample-template.js';
