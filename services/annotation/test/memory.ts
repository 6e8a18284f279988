/** In-memory dependencies of the rules. */
import { jest } from '@jest/globals';
import { isId, newId, notAuthorized, notFound, serviceActor } from '@symbio/runtime';
import type { OutboxRow } from '@symbio/mongo';
import type { PageSpec, Position } from '@symbio/rpc';
import { MemoryRows, memoryTombstones } from '@symbio/mongo/testing';
import { TestClock, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import {
  atLeast,
  authorship,
  isAmong,
  type Authorship,
  type ProjectAccess,
  type VisibleProjects,
} from '@symbio/project-access';
import { Author } from '@symbio/proto/identity';
import { Document, Page, type GetDocumentRequest, type GetPageRequest } from '@symbio/proto/document';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createAnnotations } from '../src/annotations/annotations.js';
import type { AnnotationRow, RunRow } from '../src/model.js';
import { annotationWrites, type AnnotationQuery, type AnnotationRepository } from '../src/repository.js';
import type { RunRepository } from '../src/runs/run-repository.js';
import { createRuns } from '../src/runs/runs.js';
import { createRunActions } from '../src/runs/run-actions.js';
import { createReviews } from '../src/reviews/reviews.js';

/** Whether a row comes after a list position, oldest first. */
const isAfter = ({ createdAt, _id }: OutboxRow, { at, id }: Position): boolean =>
  createdAt.getTime() === at.getTime() ? _id > id : createdAt > at;

/** Oldest first. */
const sliceOf = <Row extends OutboxRow>(all: Row[], slice: PageSpec | undefined): Row[] => {
  if (!slice) return all;
  const { after, skip, perPage } = slice;
  return all.filter((row) => !after || isAfter(row, after)).slice(skip, skip + perPage);
};

const oldestFirst = (a: OutboxRow, b: OutboxRow): number => (isAfter(a, { at: b.createdAt, id: b._id }) ? 1 : -1);

function memoryAnnotations(rows: MemoryRows<AnnotationRow>): AnnotationRepository {
  const found = (id: string, isRemoved: boolean, which = { heldBack: true }): AnnotationRow | undefined => {
    const row = rows.find(id);
    return row && Boolean(row.removal) === isRemoved && (which.heldBack || !row.heldBack) ? row : undefined;
  };
  const among = (
    { updatedAfter, ids, heldBack, ...filter }: AnnotationQuery,
    visible: VisibleProjects,
  ): AnnotationRow[] =>
    rows
      .all()
      .filter((row) => !row.removal && (heldBack || !row.heldBack) && isAmong(visible, row.projectId))
      .filter((row) => Object.entries(filter).every(([key, value]) => row[key as keyof typeof filter] === value))
      .filter((row) => !updatedAfter || row.updatedAt > updatedAfter)
      .filter((row) => ids?.includes(row._id) ?? true)
      .sort(oldestFirst);
  const ofRun = (runId: string): AnnotationRow[] => among({ runId }, 'all');
  return {
    ...annotationWrites(rows),
    dryRun: () => annotationWrites(rows.dryRun()),
    find: (id, which = { heldBack: false }) => Promise.resolve(found(id, false, which)),
    findRemoved: (id) => Promise.resolve(found(id, true)),
    list: (query, visible, slice) => Promise.resolve(sliceOf(among(query, visible), slice)),
    count: (query, visible) => Promise.resolve(among(query, visible).length),
    labels: (projectId, except, most) => {
      const counts = new Map<string, number>();
      for (const { content, authorType } of among({ projectId }, 'all'))
        if (authorType === 'human' && !except.includes(content)) counts.set(content, (counts.get(content) ?? 0) + 1);
      const all = Array.from(counts, ([content, count]) => ({ content, count }));
      return Promise.resolve(
        all.sort((a, b) => b.count - a.count || a.content.localeCompare(b.content)).slice(0, most),
      );
    },
    countsOfRuns: (ids) => Promise.resolve(new Map(ids.map((id) => [id, ofRun(id).length]))),
    countRemoved: (runId, at) =>
      Promise.resolve(
        rows.all().filter((row) => row.runId === runId && row.removal?.at.getTime() === at.getTime()).length,
      ),
    authorsOf: (runId) => Promise.resolve(ofRun(runId).map(({ authorId, authorType }) => ({ authorId, authorType }))),
    idsOnOtherPicture: (pageId, { width, height }, limit) =>
      Promise.resolve(
        rows
          .all()
          .filter(
            ({ documentPageId, page }) => documentPageId === pageId && (page.width !== width || page.height !== height),
          )
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    findEvenDeleted: (ids) => Promise.resolve(rows.all().filter(({ _id }) => ids.includes(_id))),
    idsOf: (source, id, limit) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row[source] === id)
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    idsOfDocument: (documentId, which, limit) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row.documentId === documentId)
          .filter((row) => (which === 'visible' ? !row.removal : row.removedWithDocument === true))
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
  };
}

function memoryRuns(rows: MemoryRows<RunRow>): RunRepository {
  const among = ({ updatedAfter, ...fields }: Parameters<RunRepository['list']>[0], visible: VisibleProjects) =>
    rows
      .all()
      .filter((row) => isAmong(visible, row.projectId))
      .filter((row) => Object.entries(fields).every(([key, value]) => row[key as keyof typeof fields] === value))
      .filter((row) => !updatedAfter || row.updatedAt > updatedAfter)
      .sort((a, b) => -oldestFirst(a, b));
  return {
    find: (id) => Promise.resolve(rows.find(id)),
    list: (query, visible, slice) => {
      const { after, skip = 0, perPage } = slice ?? {};
      const older = among(query, visible).filter((row) => !after || (row._id !== after.id && !isAfter(row, after)));
      return Promise.resolve(older.slice(skip, perPage && skip + perPage));
    },
    count: (query, visible) => Promise.resolve(among(query, visible).length),
    idsOf: (projectId, limit) =>
      Promise.resolve(
        among({ projectId }, 'all')
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
    change: (id, actor, decide) => rows.change(id, actor, decide),
    async erase(id, actor) {
      await rows.change(id, actor, () => ({ remove: true, events: [] }));
    },
  };
}

export const PROJECT = newId();
export const AGENT = newId();
export const OTHER_AGENT = newId();

/** Rules without servers. Editors and the key may write in the project, the viewer may read. */
export function annotationRules() {
  const clock = new TestClock();
  const [editor, colleague] = [person({ name: 'Ann Editor' }), person({ name: 'Bob Reviewer' })];
  const [viewer, stranger] = [person(), person()];
  const apiKey = person({ via: 'api_key', authorId: AGENT, agentId: AGENT });
  const roles: Readonly<Record<string, ProjectRole>> = {
    [editor.sub]: 'editor',
    [colleague.sub]: 'editor',
    [apiKey.sub]: 'editor',
    [viewer.sub]: 'viewer',
  };
  const access: ProjectAccess = {
    require({ actor }, projectId, wanted, what = 'Project', field) {
      const role = projectId === PROJECT ? roles[actor.sub] : undefined;
      if (!role) return Promise.reject(notFound(what, field));
      return atLeast(role, wanted) ? Promise.resolve(role) : Promise.reject(notAuthorized());
    },
    visible: ({ actor }) => Promise.resolve(roles[actor.sub] ? [PROJECT] : []),
  };
  const ownAuthors = authorship({
    getAuthors: ({ ids = [] }) =>
      Promise.resolve({
        authors: ids.map((id) =>
          Author.fromPartial({ id, authorType: id === AGENT || id === OTHER_AGENT ? 'ai_agent' : 'human' }),
        ),
      }),
  });
  const authors: Authorship = {
    resolve({ actor }, requested) {
      const id = requested || actor.authorId;
      return Promise.resolve({ id, type: id === AGENT ? 'ai_agent' : 'human', name: actor.name });
    },
    requireOwn: (...asked) => ownAuthors.requireOwn(...asked),
    known: (_, id, field = 'author_id') => (isId(id) ? Promise.resolve() : Promise.reject(notFound('Author', field))),
  };
  const pages = new Map<string, Page>();
  const rows = new MemoryRows<AnnotationRow>(clock);
  const tombstones = memoryTombstones();
  const repository = memoryAnnotations(rows);
  const runRows = new MemoryRows<RunRow>(clock);
  const blindPages = new Set<string>();
  const shared = {
    blind: {
      holdsBack: ({ id }: { id: string }) => Promise.resolve(blindPages.has(id)),
      settle: () => Promise.resolve(),
    },
    repository,
    runs: memoryRuns(runRows),
    access,
    authors,
    tombstones,
    clock,
    self: serviceActor('annotation'),
    documents: {
      getPage: jest.fn(({ id = '' }: Partial<GetPageRequest>) => {
        const page = pages.get(id);
        return page ? Promise.resolve({ page }) : Promise.reject(notFound('Page'));
      }),
      getDocument({ id = '' }: Partial<GetDocumentRequest>) {
        const isKnown = [...pages.values()].some(({ documentId }) => documentId === id);
        return isKnown
          ? Promise.resolve({ document: Document.fromPartial({ id }) })
          : Promise.reject(notFound('Document'));
      },
    },
  };
  const reviews = createReviews(shared);
  return {
    clock,
    pages,
    blindPages,
    rows,
    repository,
    tombstones,
    runRows,
    documents: shared.documents,
    annotations: createAnnotations(shared),
    reviews,
    runs: createRuns(shared),
    runActions: createRunActions({ ...shared, reviews }),
    editor: contextOf(editor),
    colleague: contextOf(colleague),
    viewer: contextOf(viewer),
    stranger: contextOf(stranger),
    apiKey: contextOf(apiKey),
    page(over: Partial<Page> = {}): Page {
      const made = Page.fromPartial({
        ...{ id: newId(), documentId: newId(), projectId: PROJECT },
        width: 1000,
        height: 800,
        ...over,
      });
      pages.set(made.id, made);
      return made;
    },
  };
}

export type AnnotationRules = ReturnType<typeof annotationRules>;
