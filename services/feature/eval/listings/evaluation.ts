/** Accuracy of listings on generated directory pages with known sites (see ../spotting/README.md). */
import {
  DIRECTORY_KINDS,
  printDirectoryPage,
  type DirectoryKind,
  type DirectoryPage,
  type ListedSite,
} from '@symbio/fixtures/directory-page';
import { randomFor } from '@symbio/fixtures/random';
import { distance } from 'fastest-levenshtein';
import type { Listing } from '../../src/listings/listing.js';
import { listingsOn } from '../../src/listings/listings.js';
import type { LetteredWord } from '../../src/spotting/reading.js';

/** Pages used to develop the rules, and held-out ones. */
export const LISTING_SEEDS = { seen: [1, 2, 3, 4], unseen: [11, 12, 13, 14, 15, 16] } as const;
/** Pixels per point at OCR resolution. */
const SCALE = 3;
/** Letters that OCR confuses in print of this size. */
const MISREADINGS = [
  'l1',
  'Il',
  'O0',
  'S5',
  'B8',
  'ec',
  'ao',
  'rn',
  'hb',
  'nu',
  'tf',
  'ij',
  'gq',
  'vy',
  '17',
  '38',
  '56',
  'mn',
  'CG',
  'EF',
];

export interface ListingFigures {
  pages: number;
  sites: number;
  found: number;
  proposals: number;
  right: number;
  /** Correct listings whose address and year are exact. */
  addresses: number;
  years: number;
  missed: string[];
  mistaken: string[];
  looked: { score: number; confidence: number; isRight: boolean }[];
}

export const none = (): ListingFigures => ({
  ...{ pages: 0, sites: 0, found: 0, proposals: 0, right: 0, addresses: 0, years: 0 },
  ...{ missed: [], mistaken: [], looked: [] },
});

export const optionsOf = (kind: DirectoryKind, seed: number) => ({ kind, seed, year: 1925 + ((seed * 7) % 40) });

/** Generated page with its content and positions. */
export const printed = (kind: DirectoryKind, seed: number): Promise<DirectoryPage> =>
  printDirectoryPage(optionsOf(kind, seed));

/** Simulates OCR of a page: a share of wrong letters, and slightly skewed lines. */
export function readBy(page: DirectoryPage, seed: number, noise: number): LetteredWord[] {
  const random = randomFor('reader', seed, page.year);
  const slope = noise === 0 ? 0 : (random() - 0.5) * 0.01;
  return page.words.map(({ text, x, y, width, size }) => ({
    text: [...text].map((letter) => (random() < noise ? misread(letter, random) : letter)).join(''),
    x: x * SCALE,
    y: (y - 0.75 * size + x * slope) * SCALE,
    width: width * SCALE,
    height: 0.95 * size * SCALE,
    confidence: noise === 0 ? 1 : 0.8 + 0.2 * random(),
    turned: 0,
  }));
}

function misread(letter: string, random: () => number): string {
  const pair = MISREADINGS.find((one) => one.includes(letter));
  if (!pair) return letter;
  return random() < 0.15 ? '' : pair.replace(letter, '');
}

const plain = (text = ''): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const isLike = (a: string, b: string): boolean => distance(a, b) <= 0.3 * Math.max(a.length, b.length);
const isOf = (listing: Listing, site: ListedSite): boolean =>
  listing.landUse === site.landUse &&
  isLike(plain(listing.address), plain(site.address)) &&
  (isLike(plain(listing.name).slice(0, 12), plain(site.name).slice(0, 12)) ||
    plain(listing.text).includes(plain(site.name)));

/** Compares found listings with a page's actual ones. @param scale pixels per point */
export function compare(
  figures: ListingFigures,
  page: DirectoryPage,
  words: readonly LetteredWord[],
  name: string,
  scale = SCALE,
): void {
  const size = { width: page.width * scale, height: page.height * scale, latest: 2026, isDirectory: true };
  const listings = listingsOn(words, size);
  const left = [...page.sites];
  figures.pages++;
  figures.sites += left.length;
  figures.proposals += listings.length;
  for (const listing of listings) {
    const at = left.findIndex((site) => isOf(listing, site));
    const [site] = at < 0 ? [] : left.splice(at, 1);
    figures.looked.push({ score: listing.score, confidence: listing.confidence, isRight: site !== undefined });
    if (!site) {
      figures.mistaken.push(
        `${name}: ${listing.landUse} "${listing.text}" at ${listing.address} (${listing.score.toFixed(1)})`,
      );
      continue;
    }
    figures.right++;
    if (plain(site.address) === plain(listing.address)) figures.addresses++;
    if (listing.year?.year === page.year) figures.years++;
  }
  figures.found = figures.right;
  figures.missed.push(...left.map(({ landUse, name: who, address }) => `${name}: ${landUse} ${who}, ${address}`));
}

/** All kinds of pages of some seeds, with a share of wrong letters. */
export async function evaluateListings(
  seeds: readonly number[],
  noise: number,
  kinds: readonly DirectoryKind[] = DIRECTORY_KINDS,
): Promise<ListingFigures> {
  const figures = none();
  for (const kind of kinds)
    for (const seed of seeds) {
      const page = await printed(kind, seed);
      compare(figures, page, readBy(page, seed, noise), `${kind} ${seed}`);
    }
  return figures;
}

export const listingRecall = ({ found, sites }: ListingFigures): number => found / sites;
export const listingPrecision = ({ right, proposals }: ListingFigures): number => right / proposals;
