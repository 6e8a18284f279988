/** Composes the sample in a process of its own: compose-main.ts FOLDER */
import { composeReport } from '../compose.js';
import { sampleEvidence, samplePrevious } from './sample-evidence.js';
import { samplePictures } from './sample-pictures.js';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('The folder is missing.');
await composeReport({ evidence: sampleEvidence(), previous: samplePrevious(), pictures: samplePictures, out });
