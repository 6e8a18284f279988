import { calibrationBands } from './calibration-bands.js';
import { evaluateListings, listingPrecision, listingRecall, LISTING_SEEDS, type ListingFigures } from './evaluation.js';
import { evaluateScans } from './scans.js';

/** Scans per kind of page; reading one takes 15 seconds. */
const SCANS = 2;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);
const share = (count: number, of: number): string => percent(of === 0 ? 0 : count / of);

/** @param kept folder that caches OCR results of scans */
export async function printListings(say: (line: string) => void, kept?: string): Promise<void> {
  const looked: ListingFigures['looked'] = [];
  const print = (name: string, noise: string, figures: ListingFigures, isDetailed: boolean): void => {
    const { pages, sites, right, addresses, years } = figures;
    looked.push(...figures.looked);
    say(
      `${name.padEnd(21)}  ${noise.padStart(15)}  ${String(pages).padStart(5)}  ${String(sites).padStart(5)} ` +
        `${percent(listingRecall(figures))}   ${percent(listingPrecision(figures))}  ${share(addresses, right)}  ${share(years, right)}`,
    );
    const wrong = figures.mistaken.map((text) => `wrong: ${text}`);
    if (isDetailed) for (const one of [...figures.missed, ...wrong]) say(`    ${one}`);
  };
  say('directories            letters misread  pages  sites   recall  precision   address      year');
  for (const [name, seeds] of Object.entries(LISTING_SEEDS))
    for (const noise of [0, 0.03, 0.08])
      print(`${name} pages`, percent(noise), await evaluateListings(seeds, noise), name === 'seen');
  print('unseen scans', 'by the reader', await evaluateScans(LISTING_SEEDS.unseen.slice(0, SCANS), kept), true);
  say('');
  say('address, year: of those that are right, the share that is so to the letter.');
  for (const { from, said, right, all } of calibrationBands(looked))
    say(`score from ${from}: ${said} of ten are said, ${share(right, all)} of ${all} were right`);
}
