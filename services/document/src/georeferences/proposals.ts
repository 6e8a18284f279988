/** Places of sheets found by reading street names; a person accepts them. */
import { conflict, invalidFields, namedId, refuseFields, Semaphore, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Place } from '@symbio/georeference';
import { crossingsAt, crossingsNear, labelsOf, worldOf, type FoundPlace, type Proposal } from '@symbio/streets';
import { StreetFailure, type ProposeOptions } from '@symbio/page-engine/streets';
import type {
  AcceptGeoreferenceRequest,
  FindCrossingsRequest,
  Georeference,
  GeoreferenceProposal,
} from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import { inScratch } from '../files/scratch.js';
import type { PageRow } from '../model.js';
import { isSameSize } from '../picture-size.js';
import { refuseForAgent } from '../policy.js';
import { kindOf } from '../page-kinds/kind-of.js';
import type { DocumentRepository } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';
import { refusalOfStreets, type Streets, type StreetsNear } from '../streets/streets.js';
import type { Georeferences } from './georeferences.js';
import type { ProposalRow } from './proposal/model.js';
import type { ProposalRepository } from './proposal-repository.js';
import { georeferenceId, type GeoreferenceRepository } from './repository.js';

export interface ProposalDeps {
  documents: Pick<Documents, 'page'>;
  texts: Pick<PageTexts, 'words'>;
  streets: Pick<Streets, 'near'>;
  proposals: Pick<ProposalRepository, 'find' | 'keep'>;
  georeferences: Pick<Georeferences, 'get' | 'save'>;
  repository: Pick<DocumentRepository, 'sheets'>;
  placed: Pick<GeoreferenceRepository, 'partsOfPages'>;
  /** Where the project's property is, and within how many feet. */
  siteOf: (projectId: string, context: CallContext) => Promise<(Place & { radiusFeet: number }) | undefined>;
  /** Writes a picture of the page into a folder; undefined if it cannot be read now. */
  drawInto: (page: PageRow, folder: string, context: CallContext) => Promise<string | undefined>;
  /** In a child process. */
  propose: (options: ProposeOptions, signal?: AbortSignal) => Promise<Proposal>;
  clock: Clock;
}

interface Surroundings extends Pick<StreetsNear, 'crossings' | 'aliases'> {
  site: Place & { radiusFeet: number };
}

const AT_ONCE = 2;

const NO_SITE =
  'No place was looked for: the project has no coordinate, ZIP code or city. Enter where its property is first.';
const NO_STREETS =
  'No place was looked for: there are no street lines. Add a file of streets to the project, or ask the operator.';
const NONE_NEAR = 'No place was looked for: the street lines have no crossing near the property.';
const NO_WORDS = 'No place was looked for: no words have been read on this sheet.';

export const toProposal = (row: ProposalRow): GeoreferenceProposal => ({
  ...{ pageId: row.pageId, state: row.state, agreeing: row.agreeing, score: row.score, next: row.next, why: row.why },
  points: row.points.map((point) => ({ ...point })),
  streets: [...row.streets],
  madeAt: row.madeAt,
});

export function createProposals(deps: ProposalDeps) {
  const { documents, texts, streets, proposals, georeferences, siteOf, drawInto, propose, clock } = deps;
  const { repository, placed } = deps;
  const semaphore = new Semaphore(AT_ONCE);

  const nothing = (why: string): Proposal => ({
    ...{ state: 'abstained', points: [], streets: [], agreeing: 0, score: 0, next: 0, feetPerPixel: null, why },
  });

  /** The crossings around a project's property, or why there are none. */
  async function surroundingsOf(projectId: string, context: CallContext): Promise<Surroundings | string> {
    const site = await siteOf(projectId, context);
    if (!site) return NO_SITE;
    const { crossings, aliases, hasFiles } = await streets.near(projectId, site, site.radiusFeet);
    if (!hasFiles) return NO_STREETS;
    return crossings.length === 0 ? NONE_NEAR : { site, crossings, aliases };
  }

  async function lookFor(
    page: PageRow,
    { site, crossings, aliases }: Surroundings,
    context: CallContext,
  ): Promise<Proposal> {
    const words = await texts.words(page._id);
    if (words.length === 0) return nothing(NO_WORDS);
    const { width, height } = page;
    const { longitude, latitude, radiusFeet } = site;
    const options: ProposeOptions = {
      ...{ words, crossings, aliases, site: { longitude, latitude }, radiusFeet, size: { width, height } },
    };
    const look = () =>
      inScratch('proposal', async (folder) => {
        const picture = await drawInto(page, folder, context);
        return propose({ ...options, ...(picture !== undefined && { picture }) }, context.signal);
      });
    try {
      return await semaphore.run(look, context.signal);
    } catch (error) {
      throw error instanceof StreetFailure ? refusalOfStreets(error) : error;
    }
  }

  async function keep(page: PageRow, found: Proposal): Promise<ProposalRow> {
    const _id = georeferenceId(page._id);
    const row: ProposalRow = {
      ...{ _id, projectId: page.projectId, documentId: page.documentId, pageId: page._id },
      ...{ state: found.state, streets: [...found.streets], agreeing: found.agreeing },
      ...{ score: found.score, next: found.next, why: found.why },
      points: found.points.map(({ x, y, longitude, latitude, name }) => ({
        // the same point keeps its id
        ...{ id: namedId(`${_id} ${name} ${x} ${y}`), x, y, longitude, latitude, name },
      })),
      ...{ pictureWidth: page.width, pictureHeight: page.height, madeAt: clock.now() },
    };
    await proposals.keep(row);
    return row;
  }

  /** The latest proposal for the present picture. */
  async function current(page: PageRow): Promise<ProposalRow | undefined> {
    const row = await proposals.find(georeferenceId(page._id));
    const isOf = row && isSameSize({ width: row.pictureWidth, height: row.pictureHeight }, page);
    return isOf ? row : undefined;
  }

  return {
    /** Replaces the previous proposal. @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION */
    async propose(pageId: string, context: CallContext): Promise<GeoreferenceProposal> {
      const page = await documents.page(pageId, context, 'update');
      if (page.status !== 'ready' || page.width === 0)
        throw conflict(
          'page_not_ready',
          'The sheet needs a picture before it can be placed. Process its document first.',
        );
      const around = await surroundingsOf(page.projectId, context);
      return toProposal(
        await keep(page, typeof around === 'string' ? nothing(around) : await lookFor(page, around, context)),
      );
    },

    /**
     * Crossings that a pixel may show; none without street lines or a property.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT
     */
    async crossingsAt({ pageId, x, y, near }: FindCrossingsRequest, context: CallContext): Promise<FoundPlace[]> {
      refuseFields({
        ...(near.length !== 0 && near.length !== 2 && { near: 'near must be a longitude and a latitude' }),
      });
      const page = await documents.page(pageId, context);
      const around = await surroundingsOf(page.projectId, context);
      if (typeof around === 'string') return [];
      const { site, crossings, aliases } = around;
      const [longitude, latitude] = near;
      if (longitude !== undefined && latitude !== undefined) return crossingsNear({ longitude, latitude }, crossings);
      const world = worldOf({ crossings, aliases, site, radiusFeet: site.radiusFeet });
      return crossingsAt({ x, y }, labelsOf(await texts.words(page._id), world, page), world, page);
    },

    /** Of its fire insurance maps without a place, one after the other. */
    async ofDocument(documentId: string, context: CallContext): Promise<{ proposed: number; abstained: number }> {
      const counts = { proposed: 0, abstained: 0 };
      const sheets = (await repository.sheets(documentId)).filter(
        (page) => page.status === 'ready' && page.width > 0 && kindOf(page) === 'sanborn_map',
      );
      const known = new Set((await placed.partsOfPages(sheets.map(({ _id }) => _id))).map(({ pageId }) => pageId));
      const open = sheets.filter(({ _id }) => !known.has(_id));
      const around = open[0] ? await surroundingsOf(open[0].projectId, context) : '';
      if (typeof around === 'string') return counts;
      for (const page of open) {
        context.signal.throwIfAborted();
        const { state } = await keep(page, await lookFor(page, around, context));
        counts[state] += 1;
      }
      return counts;
    },

    /** Undefined without one for the present picture, whose points could not be accepted. */
    async of(pageId: string, context: CallContext): Promise<GeoreferenceProposal | undefined> {
      const row = await current(await documents.page(pageId, context));
      return row && toProposal(row);
    },

    /**
     * Adds points of the proposal to those of the sheet, by the person.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION, ABORTED `stale`
     */
    async accept(request: AcceptGeoreferenceRequest, context: CallContext): Promise<Georeference> {
      const page = await documents.page(request.pageId, context, 'update');
      refuseForAgent(context.actor, 'place on the earth');
      const proposal = await current(page);
      if (!proposal) throw conflict('no_proposal', 'There is no proposal for this sheet. Look for its place first.');
      const chosen = proposal.points.filter(({ id }) => request.pointIds.includes(id));
      if (chosen.length === 0 || chosen.length < new Set(request.pointIds).size)
        throw invalidFields({ point_ids: 'point_ids must be ids of points of the proposal.' });
      const { points: own, mask, updatedAt } = await georeferences.get(page._id, context);
      const known = new Set(own.map(({ id }) => id));
      const added = chosen.filter(({ id }) => !known.has(id));
      const ofNobody = { byId: '', byName: '', at: undefined, missFeet: undefined };
      const points = [...own, ...added.map((point) => ({ ...point, ...ofNobody, source: 'proposed', used: true }))];
      // points that another person has added since the read must not be lost
      const expectedUpdatedAt = request.expectedUpdatedAt ?? updatedAt;
      const whole = { regionId: '', regionName: '' };
      return georeferences.save({ pageId: page._id, points, mask, expectedUpdatedAt, ...whole }, context);
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
