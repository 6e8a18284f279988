/** Proposes sites from a page's lettering. */
import { newId, unlessNotFound, type Clock } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService, Page } from '@symbio/proto/document';
import type { Outline } from '../spotting/outline.js';
import type { Box } from '../spotting/reading.js';
import { spotsInSlices, type Spot } from '../spotting/spotter.js';
import { outlineOnPage } from '../spotting/outline-search.js';
import { boxOf, ellipseFor, type Ellipse } from './ellipses.js';
import type { SpotRow } from './model.js';
import { narrativeOf } from './narrative.js';
import { createRegionReader } from './page-regions.js';
import { inShares, type Proposer } from './proposer.js';
import type { SpotRepository } from './repository.js';

export interface SpottingDeps {
  spots: SpotRepository;
  documents: Pick<Client<typeof DocumentServiceService>, 'listPageWords' | 'getPageImage'>;
  proposer: Proposer;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
}

export type Spotting = ReturnType<typeof createSpotting>;

/** More indicate a legend or street index. */
const MAX_SPOTS = 60;
/** Share of the page within which a spot on a reprocessed page is the same. */
const SAME_PLACE = 0.02;
/** Grid cells that distinguish spots in their ids. */
const CELLS = 50;

export function createSpotting({ spots, documents, proposer, asSelf, clock }: SpottingDeps) {
  const propose = (row: SpotRow, { spot, outline, ellipse }: Found, page: Page, parent: CallParent): Promise<void> =>
    proposer.propose(
      row,
      {
        shape: { $case: 'ellipse', value: ellipse },
        content: spot.text,
        narrative: narrativeOf(spot, outline, page),
        confidence: spot.confidence,
        isDated: page.metadata?.year !== undefined,
      },
      page,
      parent,
    );

  return {
    /** Idempotent: a proposed spot stays as people left it. */
    async pageAnalyzed(page: Page): Promise<void> {
      if (page.status !== 'ready') return;
      const parent = await asSelf();
      const read = await unlessNotFound(documents.listPageWords({ pageId: page.id }, parent));
      // deleted concurrently
      if (!read) return;
      const size = { width: read.width, height: read.height };
      const found = (await spotsInSlices(read.words, size)).slice(0, MAX_SPOTS);
      if (found.length === 0) return;
      const known = await spots.ofPage(page.id);
      const readRegion = createRegionReader(documents, page.id, parent);
      for (const spot of found) {
        const box = inShares(spot.box, size);
        const before = known.find((row) => row.landUse === spot.landUse && near(row.box, box));
        if (before?.done) continue;
        // a second lettering of a building adds nothing and needs no picture
        const isProposed = known.some(
          (other) => other._id !== before?._id && other.landUse === spot.landUse && contains(other.site, box),
        );
        const outline = isProposed ? undefined : await outlineOnPage(spot.lettering, size, readRegion);
        const ellipse = ellipseFor(spot.lettering, outline, size);
        const site = outline && inShares(boxOf(ellipse), size);
        const row = before ?? (await spots.claim({ ...rowOf(spot, box, page, clock.now()), ...(site && { site }) }));
        if (isProposed) await spots.finish(row._id);
        else if (!row.done) await propose(row, { spot, outline, ellipse }, { ...page, ...size }, parent);
        if (!before) known.push(row);
      }
    },
  };
}

interface Found {
  spot: Spot;
  outline: Outline | undefined;
  ellipse: Ellipse;
}

function rowOf(spot: Spot, box: Box, page: Page, at: Date): SpotRow {
  const cell = (value: number): number => Math.floor(value * CELLS);
  return {
    _id: `${page.id}/${spot.landUse}/${cell(box.x + box.width / 2)}/${cell(box.y + box.height / 2)}`,
    projectId: page.projectId,
    documentId: page.documentId,
    pageId: page.id,
    landUse: spot.landUse,
    box,
    annotationId: newId(),
    mentionId: newId(),
    done: false,
    at,
  };
}

/** Whether two boxes (in shares of the page) hold the same words. */
function near(a: Box, b: Box): boolean {
  const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return across < SAME_PLACE && down < SAME_PLACE;
}

/** Whether a box's centre is inside the site's ellipse. */
function contains(site: Box | null | undefined, { x, y, width, height }: Box): boolean {
  if (!site) return false;
  const across = (x + width / 2 - site.x - site.width / 2) / (site.width / 2);
  const down = (y + height / 2 - site.y - site.height / 2) / (site.height / 2);
  return Math.hypot(across, down) <= 1;
}
