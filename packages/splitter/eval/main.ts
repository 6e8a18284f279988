/** `npm run eval:splitter [--wrong]`: boundaries, kinds and years found in generated packages; lists faults of tuning. */
import { CONDITIONS } from '@symbio/fixtures/vendor-packages/vendor-package';
import { measure, precision, recall, SETS } from './measure.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const listsFaults = process.argv.includes('--wrong');

for (const [name, set] of Object.entries(SETS).slice(0, listsFaults ? 1 : undefined))
  for (const condition of CONDITIONS) {
    const began = performance.now();
    const found = measure(set, condition, listsFaults && name === 'tuning' ? print : undefined);
    const millis = (performance.now() - began) / found.pages;
    print(
      `${name} ${condition}: precision ${percent(precision(found))}, recall ${percent(recall(found))} of ${found.found + found.missed}; ` +
        `documents exact ${found.exact} of ${found.documents}; kind of page ${percent(found.kindRight / found.pages)}; ` +
        `years ${found.yearsFound} of ${found.years}, ${found.yearsSaid} said; without coverage ${found.noCoverageFound} of ${found.noCoverage}; ${millis.toFixed(2)} ms a page`,
    );
  }
