/** Proposes sites from directories and tanks from agency letters, one proposal per line. */
import { newId, unlessNotFound, type Clock } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { Document, DocumentServiceService, FormerDocument, Page } from '@symbio/proto/document';
import type { Box } from '../spotting/reading.js';
import type { Listing } from '../listings/listing.js';
import { listingsInSlices } from '../listings/listings.js';
import { yearOfName } from '../listings/years.js';
import { isListingCategory, listingLabel, listingNarrative } from './listing-narrative.js';
import type { SpotRow } from './model.js';
import { inShares, type Proposer } from './proposer.js';
import type { SpotRepository } from './repository.js';

export interface ListingPagesDeps {
  spots: SpotRepository;
  documents: Pick<Client<typeof DocumentServiceService>, 'listPageWords' | 'getDocument' | 'listPages'>;
  proposer: Proposer;
  asSelf: () => Promise<CallParent>;
  /** Another process then finishes the directory. */
  isStopping: () => boolean;
  clock: Clock;
}

/** Maximum proposals of a page, most confident first. */
const MAX_LISTINGS = 120;
/** Grid cells that distinguish lines in their ids. */
const COLUMNS = 100;
const ROWS = 2_000;
/** Margin around a line, in letter heights. */
const MARGIN = 0.25;
/** Minimum overlap (intersection over union) at which a reread line is the same. */
const SAME_LINE = 0.4;

export function createListingPages(deps: ListingPagesDeps) {
  const { spots, documents, proposer, asSelf, isStopping, clock } = deps;

  async function propose(page: Page, document: Document, parent: CallParent): Promise<void> {
    const read = await unlessNotFound(documents.listPageWords({ pageId: page.id }, parent));
    // deleted concurrently
    if (!read) return;
    const size = { width: read.width, height: read.height };
    const latest = clock.now().getUTCFullYear();
    const found = await listingsInSlices(read.words, {
      ...{ ...size, latest, year: page.metadata?.year },
      documentYear: yearOfDocument(document, latest),
      isDirectory: document.category === 'city_directories',
    });
    if (found.length === 0) return;
    const known = await spots.ofPage(page.id);
    for (const listing of [...found].sort((a, b) => b.score - a.score).slice(0, MAX_LISTINGS)) {
      const box = inShares(listing.box, size);
      const before = known.find((row) => row.landUse === listing.landUse && isSameLine(row.box, box));
      if (before?.done) continue;
      const row = before ?? (await spots.claim(rowOf(listing, box, page, clock.now())));
      if (row.done) continue;
      await proposer.propose(
        row,
        {
          shape: { $case: 'rectangle', value: withMargin(listing.box, size) },
          content: listingLabel(listing),
          narrative: listingNarrative(listing, page, document.category),
          confidence: listing.confidence,
          isDated: listing.year !== undefined,
        },
        { ...page, ...size },
        parent,
      );
      if (!before) known.push(row);
    }
  }

  return {
    /**
     * Idempotent: a proposed line stays as people left it. Pages without a picture are processed once they have one.
     */
    async pageAnalyzed(page: Page): Promise<void> {
      if (page.status !== 'ready') return;
      const parent = await asSelf();
      const answer = await unlessNotFound(documents.getDocument({ id: page.documentId }, parent));
      if (answer?.document && isListingCategory(answer.document.category)) await propose(page, answer.document, parent);
    },

    /**
     * Pages may have been read before.
     * @param former the previous values; absent if unknown
     */
    async documentClassified(document: Document | undefined, former?: FormerDocument): Promise<void> {
      if (!document || !isListingCategory(document.category)) return;
      // a directory has thousands of pages: reread them only for another category or year
      if (former && readsAlike({ ...document, ...former }, document, clock.now().getUTCFullYear())) return;
      const answer = await unlessNotFound(documents.listPages({ documentId: document.id }, await asSelf()));
      for (const page of answer?.pages ?? []) {
        if (page.status !== 'ready') continue;
        if (isStopping()) throw new Error('the process ends between two pages of a document');
        await propose(page, document, await asSelf());
      }
    },
  };
}

export type ListingPages = ReturnType<typeof createListingPages>;

const yearOfDocument = ({ title, fileName }: Pick<Document, 'title' | 'fileName'>, latest: number) =>
  yearOfName(title, latest) ?? yearOfName(fileName, latest);

const readsAlike = (one: Document, other: Document, latest: number): boolean =>
  one.category === other.category && yearOfDocument(one, latest)?.text === yearOfDocument(other, latest)?.text;

function rowOf({ landUse }: Listing, box: Box, page: Page, at: Date): SpotRow {
  const column = Math.floor((box.x + box.width / 2) * COLUMNS);
  const row = Math.floor((box.y + box.height / 2) * ROWS);
  return {
    _id: `${page.id}/${landUse}/line/${column}/${row}`,
    ...{ projectId: page.projectId, documentId: page.documentId, pageId: page.id, landUse, box },
    ...{ annotationId: newId(), mentionId: newId(), done: false, at },
  };
}

function isSameLine(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return false;
  const both = across * down;
  return both >= SAME_LINE * (a.width * a.height + b.width * b.height - both);
}

function withMargin(box: Box, page: { width: number; height: number }): Box {
  const margin = MARGIN * Math.min(box.height, page.height / 50);
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  return {
    ...{ x, y },
    width: Math.max(1, Math.min(page.width, box.x + box.width + margin) - x),
    height: Math.max(1, Math.min(page.height, box.y + box.height + margin) - y),
  };
}
