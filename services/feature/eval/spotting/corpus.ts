import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOcrReader } from '@symbio/page-engine/lettering';
import { createPipelineRunner, type ReadyPage } from '@symbio/page-engine/pipeline';
import { spotsOn } from '../../src/spotting/spotter.js';
import { KNOWN_SPOTS, verdictOn, type Verdict } from './real-spots.js';

/**
 * Reads scanned sheets as a worker does, by OCR, and tells what is spotted on each and whether that is true, as far as
 * somebody has looked there. What should be spotted on them is not known to us.
 */
export async function readRealSheets(folder: string, say: (line: string) => void): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort();
  const runner = createPipelineRunner();
  const session = createOcrReader().open();
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-spotting-'));
  const verdicts: Record<Verdict, number> = { right: 0, wrong: 0, 'not looked at': 0 };
  let sheets = 0;
  try {
    for (const name of files) {
      const pages: ReadyPage[] = [];
      await runner.run({
        file: path.join(folder, name),
        outDir,
        category: 'sanborn_maps',
        onPage: (page) => {
          if (page.status === 'ready') pages.push(page);
        },
      });
      for (const { pageNumber, width, height, format, pyramidFile } of pages) {
        const outcome = await session.read({
          kind: 'pyramid',
          file: path.join(outDir, pyramidFile),
          format,
          width,
          height,
        });
        sheets++;
        if (outcome.kind === 'unreadable') {
          say(`${name} page ${pageNumber}: could not be read (${outcome.detail})`);
          continue;
        }
        const words = outcome.text.words.map(({ confidence = 1, turned = 0, ...word }) => ({
          ...word,
          confidence,
          turned,
        }));
        const spots = spotsOn(words, { width, height });
        say(
          `${name} page ${pageNumber}: ${outcome.text.words.length} words by ${outcome.engine}, ${spots.length} spots`,
        );
        for (const { text, term, landUse, confidence, box } of spots) {
          const verdict = verdictOn({ landUse, box }, KNOWN_SPOTS[`${name} ${pageNumber}`] ?? []);
          verdicts[verdict]++;
          say(
            `    ${landUse.padEnd(24)} "${text}" as ${term}, ${confidence} of 10, at ${Math.round(box.x)}, ${Math.round(box.y)}: ${verdict}`,
          );
        }
      }
    }
    say(
      `${sheets} real sheets: ${verdicts.right} spots right, ${verdicts.wrong} wrong, ${verdicts['not looked at']} not looked at`,
    );
  } finally {
    await session.close();
    await runner.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
