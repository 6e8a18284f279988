import { conflict, named, type Actor } from '@symbio/runtime';
import { event } from '@symbio/mongo';
import { mapConcurrently, type CallContext } from '@symbio/rpc';
import { annotationEvents, blindSheetEvents } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { BlindSheetStatus } from '@symbio/proto/annotation/vocabulary';
import type { AnnotationDeps } from '../annotations/annotation-deps.js';
import { sheetFacts } from '../annotations/create-annotations.js';
import { annotationEvent } from '../events.js';
import { roleFor } from '../policy.js';
import type { AnnotationRepository, Source } from '../repository.js';
import type { BlindRepository } from './blind-repository.js';
import { isChosen } from './chosen.js';
import { toBlindSheet } from './mapping.js';
import type { BlindSheetRow, PageStatus } from './model.js';
import { overlaps } from './overlap.js';

/** Proposals shown concurrently. */
const AT_ONCE = 8;

type PageIds = Pick<Page, 'id' | 'projectId'>;

export interface BlindSheetDeps extends Pick<AnnotationDeps, 'access' | 'documents' | 'tombstones'> {
  blind: BlindRepository;
  repository: Pick<AnnotationRepository, 'changeAny'>;
  /** Actor for changes caused by events. */
  self: Actor;
}

export type BlindSheets = ReturnType<typeof createBlindSheets>;

/** Sheets whose proposals are held back until a person has marked them. */
export function createBlindSheets({ blind, repository, access, documents, tombstones, self }: BlindSheetDeps) {
  const isInSample = async ({ id, projectId }: PageIds): Promise<boolean> =>
    isChosen(projectId, id, (await blind.sample(projectId))?.percent ?? 0);

  async function statusOf(page: PageIds): Promise<BlindSheetStatus> {
    if (!(await isInSample(page))) return 'not_blind';
    if (await blind.sheet(page.id)) return 'marked';
    return (await blind.isShown(page.id)) ? 'not_blind' : 'blind';
  }

  async function show(pageId: string): Promise<void> {
    await mapConcurrently(await blind.heldOn(pageId), AT_ONCE, (id) =>
      repository.changeAny(id, self, (row, after) => {
        if (!row.heldBack) return undefined;
        const set = { heldBack: undefined };
        return { set, events: row.removal ? [] : annotationEvent(annotationEvents.created, after(set)) };
      }),
    );
  }

  async function pageOf(context: CallContext, id: string): Promise<Page> {
    const { page } = await named('Page', 'page_id', documents.getPage({ id }, context));
    await access.require(context, page?.projectId ?? '', roleFor('view'), 'Page', 'page_id');
    return page!;
  }

  async function outcomeOf({ id, documentId }: Page): Promise<Pick<BlindSheetRow, 'marks' | 'agents'>> {
    const [marks, proposals, authors] = await Promise.all([
      blind.peoplesMarks(id),
      blind.heldProposals(id),
      blind.agentsIn(documentId),
    ]);
    const agents = authors.map((authorId) => {
      const own = proposals.filter((proposal) => proposal.authorId === authorId);
      return { authorId, found: marks.filter((mark) => own.some(({ shape }) => overlaps(mark, shape))).length };
    });
    return { marks: marks.length, agents };
  }

  return {
    /** Whether an agent's new proposal on a page is held back. */
    holdsBack: async (page: PageIds): Promise<boolean> => (await statusOf(page)) === 'blind',

    /** After proposals were written: the sheet may have been marked, or left the sample, during the write. */
    async settle(page: PageIds): Promise<void> {
      if (!(await isInSample(page)) || (await blind.sheet(page.id))) await show(page.id);
    },

    show,

    /** @throws AppError NOT_FOUND */
    async get(context: CallContext, pageId: string): Promise<PageStatus> {
      const page = await pageOf(context, pageId);
      const row = await blind.sheet(page.id);
      return { page, status: row ? 'marked' : await statusOf(page), row };
    },

    /** Counts before it shows the proposals. @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION */
    async mark(context: CallContext, pageId: string): Promise<PageStatus> {
      const page = await pageOf(context, pageId);
      await access.require(context, page.projectId, roleFor('review'), 'Page', 'page_id');
      const known = await blind.sheet(page.id);
      if (!known && (await statusOf(page)) !== 'blind')
        throw conflict('not_blind', 'No proposals are held back on this sheet. Reload it to see them.');
      const { authorId, name: authorName } = context.actor;
      const { id, projectId, documentId } = page;
      const values = { projectId, documentId, sheet: sheetFacts(page), authorId, authorName };
      const made =
        known ??
        (await blind.sheets.insert(id, { ...values, ...(await outcomeOf(page)) }, context.actor, (row) => [
          event(blindSheetEvents.marked, projectId, { sheet: toBlindSheet({ page, status: 'marked', row }) }),
        ]));
      await show(id);
      return { page, status: 'marked', row: made ?? (await blind.sheet(id)) };
    },

    pageRead: (pageId: string, page: Pick<Page, 'metadata'>): Promise<void> =>
      blind.setSheetFacts(pageId, sheetFacts(page)),

    /** Its events may come in any order. */
    followDocument: async (documentId: string): Promise<void> =>
      blind.setRemoved(documentId, await tombstones.any(documentId)),

    async removeAllOf(source: Source, sourceId: string): Promise<void> {
      for (const id of await blind.sheetIdsOf(source, sourceId))
        await blind.sheets.change(id, self, () => ({ remove: true, events: [] }));
      if (source === 'projectId') await blind.samples.change(sourceId, self, () => ({ remove: true, events: [] }));
    },
  };
}
