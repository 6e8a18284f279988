/**
 * `npm run eval:spotting`: recall and precision on generated sheets, real corpus sheets and generated directory pages.
 * `-- --words FOLDER` caches OCR results there; `-- --only directories` skips the sheets.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import { readSheets } from './corpus.js';
import { printListings } from '../listings/report.js';
import { evaluate, precision, recall, SEEDS, sitePrecision } from './evaluation.js';
import { sayReal } from './real-sheets.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

const { values } = parseArgs({ options: { words: { type: 'string' }, only: { type: 'string' } } });

function sayGenerated(): void {
  say('generated sheets       letters misread  sheets  sites   recall  precision  at a site  wrong');
  for (const [name, seeds] of Object.entries(SEEDS))
    for (const noise of [0, 0.04, 0.1]) {
      const figures = evaluate(seeds, noise);
      say(
        `${`${name} towns`.padEnd(21)}  ${percent(noise).padStart(15)}  ${String(figures.sheets).padStart(6)}  ${String(figures.sites).padStart(5)}` +
          ` ${percent(recall(figures))}   ${percent(precision(figures))}   ${percent(sitePrecision(figures))}  ${String(figures.wrong).padStart(5)}`,
      );
      if (name === 'seen')
        for (const one of [...figures.missed, ...figures.mistaken.map((text) => `wrong: ${text}`)]) say(`    ${one}`);
    }
  say('');
  say('recall: sites that were proposed. precision: proposals whose words are on the sheet and name the use.');
  say('at a site: proposals inside the drawn site of their use; the others are read elsewhere on the sheet.');
  say('');
}

async function saySheets(): Promise<void> {
  sayGenerated();
  const corpus = corpusFolder('maps');
  if (existsSync(corpus)) sayReal(await readSheets(corpus, values.words), say);
  else say(`There is no corpus in ${corpus} (CORPUS names another folder): nothing was tried on real sheets.`);
  say('');
}

if (values.only !== 'directories') await saySheets();
await printListings(say, values.words);
