/** Proposes what a page's lettering suggests: an AI agent's annotation and an unassociated mention a spot (OP-47). */
import { AppError, newId, unlessNotFound, type CallParent, type Client, type Clock, type Logger } from '@symbio/kit';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { DocumentServiceService, Page } from '@symbio/proto/document';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Outline } from '../spotting/outline.js';
import type { Box } from '../spotting/reading.js';
import { spotsInSlices, type Spot } from '../spotting/spotter.js';
import { outlineOnPage } from '../spotting/surroundings.js';
import { boxOf, ellipseFor, type Ellipse } from './ellipses.js';
import type { SpotRow } from './model.js';
import { isMapSheet, narrativeOf } from './narrative.js';
import { lookThrough } from './pictures.js';
import type { SpotRepository } from './repository.js';

/** The agent under whose name proposals are made; another version is another author (DATA-13). */
export const SPOTTER = { agentName: 'Symbio Spotter', agentVersion: '2.1.0', agentDate: '2026-11-23' } as const;

export interface SpottingDeps {
  spots: SpotRepository;
  documents: Pick<Client<typeof DocumentServiceService>, 'listPageWords' | 'getPageImage'>;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'createAnnotation'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'createAgentAuthor'>;
  mentions: Pick<Client<typeof FeatureServiceService>, 'createMention'>;
  /** Who calls: the worker itself. */
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

export type Spotting = ReturnType<typeof createSpotting>;

/** Proposals of one page at most: a legend or an index of streets is no find. */
const MOST_SPOTS = 60;
/** A spot in a page drawn anew is the same one when it lies within this share of the page from where it was. */
const SAME_PLACE = 0.02;
/** Cells across a page that tell spots apart in their ids. */
const CELLS = 50;

/** Watches pages as they are analysed. */
export function createSpotting({
  spots,
  documents,
  annotations,
  identity,
  mentions,
  asSelf,
  clock,
  log,
}: SpottingDeps) {
  let agentId: string | undefined;

  async function author(parent: CallParent): Promise<string> {
    agentId ??= (await identity.createAgentAuthor(SPOTTER, parent)).author?.id;
    if (!agentId) throw new Error('identity made no author');
    return agentId;
  }

  /** Makes what a spot proposes. Made once already under the same ids, it is left as it is. */
  async function propose(row: SpotRow, found: Found, page: Page, parent: CallParent): Promise<void> {
    const { spot, ellipse } = found;
    try {
      const authorId = await author(parent);
      await annotations.createAnnotation(
        {
          id: row.annotationId,
          documentId: page.documentId,
          documentPageId: page.id,
          shape: { $case: 'ellipse', value: ellipse },
          content: spot.text,
          authorId,
        },
        parent,
      );
      await mentions.createMention(
        {
          id: row.mentionId,
          featureOfInterestId: '',
          projectId: page.projectId,
          sourceAnnotationId: row.annotationId,
          narrative: narrativeOf(spot, found.outline, page),
          confidence: spot.confidence,
          useType: page.metadata?.year === undefined ? 'suspected' : 'historical',
          authorId,
          suggestedLandUse: spot.landUse,
        },
        parent,
      );
    } catch (error) {
      // deleted since, also by a person between the two steps: nothing is proposed, now or later
      if (!(error instanceof AppError) || !['NOT_FOUND', 'FAILED_PRECONDITION'].includes(error.code)) throw error;
      log.info({ err: error }, 'a spot could not be proposed, its page or its annotation is deleted');
    }
    await spots.finish(row._id);
  }

  return {
    /**
     * A page's text is known. Repeating it proposes nothing twice: a spot that was proposed once stays as people left
     * it, also when they removed or rejected it.
     */
    async pageAnalyzed(page: Page): Promise<void> {
      if (!isMapSheet(page) || page.status !== 'ready') return;
      const parent = await asSelf();
      const read = await unlessNotFound(documents.listPageWords({ pageId: page.id }, parent));
      // deleted meanwhile
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
        // a second lettering of a building that has its proposal says nothing new, now or later: it needs no picture
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

    /** A page, a document or a project was deleted, and with it what was proposed there. */
    forget: (owner: 'pageId' | 'documentId' | 'projectId', id: string): Promise<void> => spots.removeOf(owner, id),
  };
}

/** A spot with what its ellipse goes around. */
interface Found {
  spot: Spot;
  outline: Outline | undefined;
  ellipse: Ellipse;
}

type Size = Pick<Page, 'width' | 'height'>;

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

const inShares = ({ x, y, width, height }: Box, page: Size): Box => ({
  x: x / page.width,
  y: y / page.height,
  width: width / page.width,
  height: height / page.height,
});

/** Whether two boxes (in shares of the page) are of the same words: they overlap, or lie that close. */
function near(a: Box, b: Box): boolean {
  const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return across < SAME_PLACE && down < SAME_PLACE;
}

/** Whether the middle of a box lies in the ellipse that a site's box is around. */
function holds(site: Box | null | undefined, { x, y, width, height }: Box): boolean {
  if (!site) return false;
  const across = (x + width / 2 - site.x - site.width / 2) / (site.width / 2);
  const down = (y + height / 2 - site.y - site.height / 2) / (site.height / 2);
  return Math.hypot(across, down) <= 1;
}
