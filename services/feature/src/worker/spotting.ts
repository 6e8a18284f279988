/** Proposes what a page's lettering suggests: an AI agent's annotation and an unassociated mention a spot (OP-47). */
import { AppError, newId, unlessNotFound, type CallParent, type Client, type Clock, type Logger } from '@symbio/kit';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { DocumentServiceService, Page } from '@symbio/proto/document';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { LAND_USES } from '../land-uses.js';
import type { Box } from '../spotting/reading.js';
import { spotsInSlices, type Spot } from '../spotting/spotter.js';
import type { SpotRow } from './model.js';
import type { SpotRepository } from './repository.js';

/** The agent under whose name proposals are made; another version is another author (DATA-13). */
export const SPOTTER = { agentName: 'Symbio Spotter', agentVersion: '1.0.0', agentDate: '2026-11-21' } as const;

export interface SpottingDeps {
  spots: SpotRepository;
  documents: Pick<Client<typeof DocumentServiceService>, 'listPageWords'>;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'createAnnotation'>;
  identity: Pick<Client<typeof IdentityServiceService>, 'createAgentAuthor'>;
  mentions: Pick<Client<typeof FeatureServiceService>, 'createMention'>;
  /** Who calls: the worker itself. */
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

export type Spotting = ReturnType<typeof createSpotting>;

/** Sheets whose lettering names uses (DATA-09), in words. */
const SHEETS: Readonly<Record<string, string>> = {
  sanborn_map: 'fire insurance map',
  topographic_map: 'topographic map',
  aerial_photo: 'aerial photograph',
};
/** Proposals of one page at most: a legend or an index of streets is no find. */
const MOST_SPOTS = 60;
/** An ellipse through the corners of a box is so much wider than the box; a little more leaves the letters free. */
const AROUND = Math.SQRT2 * 1.06;
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
  async function propose(row: SpotRow, spot: Spot, page: Page, parent: CallParent): Promise<void> {
    try {
      const authorId = await author(parent);
      await annotations.createAnnotation(
        {
          id: row.annotationId,
          documentId: page.documentId,
          documentPageId: page.id,
          shape: { $case: 'ellipse', value: ellipseAround(spot.box, page) },
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
          narrative: narrativeOf(spot, page),
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
      if (!Object.hasOwn(SHEETS, page.metadata?.pageType ?? '') || page.status !== 'ready') return;
      const parent = await asSelf();
      const read = await unlessNotFound(documents.listPageWords({ pageId: page.id }, parent));
      // deleted meanwhile
      if (!read) return;
      const size = { width: read.width, height: read.height };
      const found = (await spotsInSlices(read.words, size)).slice(0, MOST_SPOTS);
      if (found.length === 0) return;
      const known = await spots.ofPage(page.id);
      for (const spot of found) {
        const box = inShares(spot.box, size);
        const before = known.find((row) => row.landUse === spot.landUse && near(row.box, box));
        const row = before ?? (await spots.claim(rowOf(spot, box, page, clock.now())));
        if (!row.done) await propose(row, spot, { ...page, ...size }, parent);
      }
    },

    /** A page, a document or a project was deleted, and with it what was proposed there. */
    forget: (owner: 'pageId' | 'documentId' | 'projectId', id: string): Promise<void> => spots.removeOf(owner, id),
  };
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

/** Inside the page, as an annotation has to be. */
export function ellipseAround({ x, y, width, height }: Box, page: Size) {
  const centerX = clamp(x + width / 2, 1, page.width - 1);
  const centerY = clamp(y + height / 2, 1, page.height - 1);
  // short words would otherwise sit in a circle as tight as a dot
  const air = Math.min(width, height) * 0.25;
  return {
    centerX,
    centerY,
    radiusX: Math.max(1, Math.min((width / 2) * AROUND + air, centerX, page.width - centerX)),
    radiusY: Math.max(1, Math.min((height / 2) * AROUND + air, centerY, page.height - centerY)),
    theta: 0,
  };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** What was read, and where: a person must be able to find and judge it without the machine. */
export function narrativeOf(spot: Spot, page: Page): string {
  const { pageType = '', year } = page.metadata ?? {};
  const sheet = SHEETS[pageType] ?? 'sheet';
  const use = LAND_USES.find(({ value }) => value === spot.landUse)?.label ?? spot.landUse;
  const read = spot.text.toUpperCase().replace(/[^A-Z& ]/g, '');
  const meant = read === spot.term ? '' : ` (read as ${spot.term})`;
  return (
    `"${spot.text}"${meant} is lettered on page ${page.pageNumber}, a ${sheet}${year === undefined ? '' : ` of ${year}`}, ` +
    `in the ${placeOf(spot.box, page)} of the sheet. This suggests: ${use}. Read by a program; not confirmed.`
  );
}

function placeOf({ x, y, width, height }: Box, page: Size): string {
  const third = (value: number, names: readonly [string, string, string]): string =>
    names[Math.min(2, Math.floor(value * 3))] ?? names[1];
  const down = third((y + height / 2) / page.height, ['upper', '', 'lower']);
  const across = third((x + width / 2) / page.width, ['left', '', 'right']);
  return down || across ? `${[down, across].filter(Boolean).join(' ')} part` : 'middle';
}
