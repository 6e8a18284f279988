/** Proposes sites from a page's lettering: an AI agent's annotation and an unassociated mention per spot (OP-47). */
import { newId, unlessNotFound, type Clock } from '@symbio/runtime';
import type { CallParent, Client } from '@symbio/rpc';
import type { DocumentServiceService, Page } from '@symbio/proto/document';
import type { Outline } from '../spotting/outline.js';
import type { Box } from '../spotting/reading.js';
import { spotsInSlices, type Spot } from '../spotting/spotter.js';
import { outlineOnPage } from '../spotting/surroundings.js';
import { boxOf, ellipseFor, type Ellipse } from './ellipses.js';
import type { SpotRow } from './model.js';
import { narrativeOf } from './narrative.js';
import { lookThrough } from './pictures.js';
import { inShares, type Proposing } from './proposing.js';
import type { SpotRepository } from './repository.js';

export interface SpottingDeps {
  spots: SpotRepository;
  documents: Pick<Client<typeof DocumentServiceService>, 'listPageWords' | 'getPageImage'>;
  proposing: Proposing;
  /** Caller: the worker itself. */
  asSelf: () => Promise<CallParent>;
  clock: Clock;
}

export type Spotting = ReturnType<typeof createSpotting>;

/** Maximum proposals of a page: more indicate a legend or street index. */
const MOST_SPOTS = 60;
/** Distance, as a share of the page, within which a spot on a reprocessed page is the same one. */
const SAME_PLACE = 0.02;
/** Grid cells across a page that distinguish spots in their ids. */
const CELLS = 50;

/** Processes analysed pages. */
export function createSpotting({ spots, documents, proposing, asSelf, clock }: SpottingDeps) {
  const propose = (row: SpotRow, { spot, outline, ellipse }: Found, page: Page, parent: CallParent): Promise<void> =>
    proposing.propose(
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
    /**
     * Handles the text of a map sheet. Idempotent: a proposed spot stays as people left it, even if removed or
     * rejected.
     */
    async pageAnalyzed(page: Page): Promise<void> {
      if (page.status !== 'ready') return;
      const parent = await asSelf();
      const read = await unlessNotFound(documents.listPageWords({ pageId: page.id }, parent));
      // deleted concurrently
      if (!read) return;
      const size = { width: read.width, height: read.height };
      const found = (await spotsInSlices(read.words, size)).slice(0, MOST_SPOTS);
      if (found.length === 0) return;
      const known = await spots.ofPage(page.id);
      const look = lookThrough(documents, page.id, parent);
      for (const spot of found) {
        const box = inShares(spot.box, size);
        const before = known.find((row) => row.landUse === spot.landUse && near(row.box, box));
        if (before?.done) continue;
        // a second lettering of a building with a proposal adds nothing and needs no picture
        const isSaid = known.some(
          (other) => other._id !== before?._id && other.landUse === spot.landUse && holds(other.site, box),
        );
        const outline = isSaid ? undefined : await outlineOnPage(spot.lettering, size, look);
        const ellipse = ellipseFor(spot.lettering, outline, size);
        const site = outline && inShares(boxOf(ellipse), size);
        const row = before ?? (await spots.claim({ ...rowOf(spot, box, page, clock.now()), ...(site && { site }) }));
        if (isSaid) await spots.finish(row._id);
        else if (!row.done) await propose(row, { spot, outline, ellipse }, { ...page, ...size }, parent);
        if (!before) known.push(row);
      }
    },
  };
}

/** A spot with the outline for its ellipse. */
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

/** Whether two boxes (in shares of the page) overlap or are close enough to hold the same words. */
function near(a: Box, b: Box): boolean {
  const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return across < SAME_PLACE && down < SAME_PLACE;
}

/** Whether a box's centre is inside the ellipse that a site's box encloses. */
function holds(site: Box | null | undefined, { x, y, width, height }: Box): boolean {
  if (!site) return false;
  const across = (x + width / 2 - site.x - site.width / 2) / (site.width / 2);
  const down = (y + height / 2 - site.y - site.height / 2) / (site.height / 2);
  return Math.hypot(across, down) <= 1;
}
