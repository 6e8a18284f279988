/** What the rules work with, in memory: rows, projects, authors, pages, tombstones. */
import { isId, newId, notAuthorized, notFound, serviceActor, type PageSpec, type Tombstones } from '@symbio/kit';
import { MemoryRows, TestClock, contextOf, person } from '@symbio/kit/testing';
import { atLeast, type Authorship, type ProjectAccess, type VisibleProjects } from '@symbio/project-access';
import { Page } from '@symbio/proto/document';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createAnnotations } from '../src/annotations.js';
import type { AnnotationRow } from '../src/model.js';
import type { AnnotationFilter, AnnotationRepository } from '../src/repository.js';
import { createReviews } from '../src/reviews.js';

function memoryAnnotations(rows: MemoryRows<AnnotationRow>): AnnotationRepository {
  const found = (id: string, isRemoved: boolean): AnnotationRow | undefined => {
    const row = rows.find(id);
    return row && Boolean(row.removal) === isRemoved ? row : undefined;
  };
  const among = (filter: AnnotationFilter, visible: VisibleProjects): AnnotationRow[] =>
    rows
      .all()
      .filter((row) => !row.removal && (visible === 'all' || visible.includes(row.projectId)))
      .filter((row) => Object.entries(filter).every(([key, value]) => row[key as keyof AnnotationFilter] === value));
  const changeIf =
    (isRemoved: boolean): AnnotationRepository['change'] =>
    async (id, actor, decide) => {
      let isSuch = false;
      const row = await rows.change(id, actor, (current, after) => {
        isSuch = Boolean(current.removal) === isRemoved;
        return isSuch ? decide(current, after) : undefined;
      });
      return isSuch ? row : undefined;
    };
  return {
    find: (id) => Promise.resolve(found(id, false)),
    findRemoved: (id) => Promise.resolve(found(id, true)),
    list(filter, visible, slice?: PageSpec) {
      const all = among(filter, visible);
      return Promise.resolve(slice ? all.slice(slice.skip, slice.skip + slice.perPage) : all);
    },
    count: (filter, visible) => Promise.resolve(among(filter, visible).length),
    idsOf: (source, id, limit) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row[source] === id)
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
    change: changeIf(false),
    changeRemoved: changeIf(true),
    async erase(id, actor, events) {
      await rows.change(id, actor, (_, after) => ({ remove: true, events: events(after({})) }));
    },
  };
}

function memoryTombstones(): Tombstones {
  const ids = new Set<string>();
  return {
    record: (id) => Promise.resolve(void ids.add(id)),
    any: (...wanted) => Promise.resolve(wanted.some((id) => ids.has(id))),
  };
}

export const PROJECT = newId();
/** Author of an AI agent. */
export const AGENT = newId();

/** The service's rules without its servers. Editors and the key may write in the project, the viewer may read. */
export function annotationRules() {
  const clock = new TestClock();
  const [editor, colleague] = [person({ name: 'Ann Editor' }), person({ name: 'Bob Reviewer' })];
  const [viewer, stranger] = [person(), person()];
  const apiKey = person({ via: 'api_key', authorId: AGENT });
  const roles: Readonly<Record<string, ProjectRole>> = {
    [editor.sub]: 'editor',
    [colleague.sub]: 'editor',
    [apiKey.sub]: 'editor',
    [viewer.sub]: 'viewer',
  };
  const access: ProjectAccess = {
    require({ actor }, projectId, wanted, what = 'Project') {
      const role = projectId === PROJECT ? roles[actor.sub] : undefined;
      if (!role) return Promise.reject(notFound(what));
      return atLeast(role, wanted) ? Promise.resolve(role) : Promise.reject(notAuthorized());
    },
    visible: ({ actor }) => Promise.resolve(roles[actor.sub] ? [PROJECT] : []),
  };
  const authors: Authorship = {
    resolve({ actor }, requested) {
      const id = requested || actor.authorId;
      return Promise.resolve({ id, type: id === AGENT ? 'ai_agent' : 'human', name: actor.name });
    },
    known: (_, id, field = 'author_id') => (isId(id) ? Promise.resolve() : Promise.reject(notFound('Author', field))),
  };
  const pages = new Map<string, Page>();
  const rows = new MemoryRows<AnnotationRow>(clock);
  const tombstones = memoryTombstones();
  const repository = memoryAnnotations(rows);
  const shared = { repository, access, clock, self: serviceActor('annotation') };
  return {
    clock,
    pages,
    rows,
    repository,
    tombstones,
    annotations: createAnnotations({
      ...shared,
      authors,
      tombstones,
      documents: {
        getPage({ id = '' }) {
          const page = pages.get(id);
          return page ? Promise.resolve({ page }) : Promise.reject(notFound('Page'));
        },
      },
    }),
    reviews: createReviews(shared),
    editor: contextOf(editor),
    colleague: contextOf(colleague),
    viewer: contextOf(viewer),
    stranger: contextOf(stranger),
    apiKey: contextOf(apiKey),
    /** A page of the project that the document service knows. */
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
