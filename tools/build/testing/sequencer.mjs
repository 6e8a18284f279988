// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import fs from 'node:fs';
import jestSequencer from '@jest/test-sequencer';

/** Jest's own, for either way its package is loaded. */
const Sequencer = jestSequencer.default ?? jestSequencer;

/** The slowest files by path suffix, slowest first, from the end of a run of `npm test`. */
export const LONGEST = [
  // integration
  'gateway/test/access/access-matrix.itest.ts',
  'services/document/test/recovery.itest.ts',
  'tools/dev/test/records-command.itest.ts',
  'services/document/test/upload-classification.itest.ts',
  'services/issue/test/notices.itest.ts',
  'gateway/test/people.itest.ts',
  'services/document/test/page-search.itest.ts',
  'services/identity/test/sign-up.itest.ts',
  'packages/events/test/work-queue.itest.ts',
  'services/records/test/killed-import.itest.ts',
  'tools/dev/test/trace.itest.ts',
  'services/feature/test/feature-service.itest.ts',
  'tools/dev/test/stack.itest.ts',
  // journeys; agents pauses the workers, for which journey must not wait
  'e2e/src/failures.e2e.ts',
  'e2e/src/journey.e2e.ts',
  'e2e/src/people.e2e.ts',
  'e2e/src/agents.e2e.ts',
  'e2e/src/pdf.e2e.ts',
  'e2e/src/viewer.e2e.ts',
  'e2e/src/review.e2e.ts',
  'e2e/src/annotations.e2e.ts',
  'e2e/src/evidence.e2e.ts',
  'e2e/src/documents-api.e2e.ts',
  'e2e/src/signing.e2e.ts',
  'e2e/src/time-machine.e2e.ts',
  // unit: first those that wait for programs of low priority
  'tools/build/docs/adding-a-service.test.ts',
  'services/page-engine/src/lettering/ppocr/ppocr-reader.test.ts',
  'services/page-engine/src/lettering/ocr-reader.test.ts',
  'gateway/src/http/audit/spellings.test.ts',
  'services/page-engine/src/pipeline/run-pipeline.test.ts',
  'services/page-engine/src/pipeline/hostile-files.test.ts',
  'services/page-engine/src/pipeline/corpus.test.ts',
  'services/page-engine/src/lettering/tesseract/rows.test.ts',
  'tools/build/lint/lint.test.ts',
];

const LONG = 1e12;

/** Relative duration estimate: the rank in {@link LONGEST}, or the file's size. */
function weightOf({ path }) {
  const place = LONGEST.findIndex((end) => path.replaceAll('\\', '/').endsWith(`/${end}`));
  return place < 0 ? fs.statSync(path).size : LONG - place;
}

/** Longest files first, in the same order every run. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weightOf(test)]));
    return [...tests].sort((one, other) => weights.get(other) - weights.get(one));
  }
}
