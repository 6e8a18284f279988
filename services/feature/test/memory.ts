/** In-memory dependencies of the rules. */
import { conflict, isId, newId, notAuthorized, notFound, serviceActor, type Actor } from '@symbio/runtime';
import type { CallContext, PageSpec } from '@symbio/rpc';
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
import { Member, Project } from '@symbio/proto/project';
import { Annotation, Decision, Run } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { MergeOfTwo } from '../src/features/feature-deps.js';
import type { FeatureRow, MentionRow } from '../src/model.js';
import type { AssignmentRow, CommentRow } from '../src/comments/model.js';
import { memoryAssignments, memoryComments, memoryHiding } from './memory-comments.js';
import type { DeterminationRow, ProposalRow } from '../src/determinations/model.js';
import { memoryDeterminations, memoryJudgments, memoryProposals } from './memory-determinations.js';
import { writes, type FeatureRepository, type MentionRepository } from '../src/repository.js';
import { createRules, type Rules } from '../src/rules.js';

const among = (projects: VisibleProjects, { projectId }: { projectId: string }): boolean =>
  isAmong(projects, projectId);
const sliced = <T>(rows: T[], slice: PageSpec | undefined): T[] =>
  slice ? rows.slice(slice.skip, slice.skip + slice.perPage) : rows;
const matches = (row: object, filter: object): boolean =>
  Object.entries(filter).every(([key, value]) => (row as Record<string, unknown>)[key] === value);

const there = (rows: MemoryRows<FeatureRow>): FeatureRow[] => rows.all().filter(({ merged }) => !merged);

/** Indexes and operators are tested against the database. */
const memoryFeatures = (rows: MemoryRows<FeatureRow>): FeatureRepository => ({
  find: (id) => Promise.resolve(there(rows).find((row) => row._id === id)),
  findMerge: (mergeId) => Promise.resolve(rows.all().find(({ merges }) => merges?.some(({ id }) => id === mergeId))),
  mergedBy: (mergeId) => Promise.resolve(rows.all().filter(({ merged }) => merged?.id === mergeId)),
  mergedBefore: (at, limit) =>
    Promise.resolve(
      rows
        .all()
        .filter(({ merged }) => merged && merged.at < at)
        .slice(0, limit)
        .map(({ _id }) => _id),
    ),
  list: (projects, { runId }, slice) =>
    Promise.resolve(
      sliced(
        there(rows).filter((row) => among(projects, row) && (!runId || row.runId === runId)),
        slice,
      ),
    ),
  count: (projects, { runId }) =>
    Promise.resolve(there(rows).filter((row) => among(projects, row) && (!runId || row.runId === runId)).length),
  around: (projects) => Promise.resolve(there(rows).filter((row) => among(projects, row) && row.location)),
  idsOf: (projectId, limit) =>
    Promise.resolve(
      rows
        .all()
        .filter((row) => row.projectId === projectId)
        .slice(0, limit)
        .map(({ _id }) => _id),
    ),
  ofRun: (runId) => Promise.resolve(rows.all().filter((row) => row.runId === runId)),
  withIds: (ids) => Promise.resolve(rows.all().filter(({ _id }) => ids.includes(_id))),
  ...writes(rows),
});

function memoryMentions(rows: MemoryRows<MentionRow>): MentionRepository {
  const newest = (): MentionRow[] =>
    rows
      .all()
      .filter(({ orphanedAt, heldBack }) => !orphanedAt && !heldBack)
      .reverse();
  const list = (projects: VisibleProjects, filter: object) =>
    newest().filter((row) => among(projects, row) && matches(row, filter));
  const unassociated = (projectId: string) =>
    newest().filter((row) => row.projectId === projectId && !row.featureId && row.current);
  const added = (runId: string, projectId: string) =>
    history([projectId], { runId }).filter(({ mentionId }) => rows.find(mentionId)?.runId !== runId);
  const history = (projects: VisibleProjects, filter: object) =>
    newest().flatMap((row) =>
      among(projects, row)
        ? row.history
            .filter((record) => matches(record, filter))
            .map((record) => ({ ...record, mentionId: row._id, projectId: row.projectId }))
            .reverse()
        : [],
    );
  return {
    find: (id) => Promise.resolve(newest().find((row) => row._id === id)),
    findEvenHeldBack: (id) => Promise.resolve(rows.all().find((row) => row._id === id && !row.orphanedAt)),
    withRecords: (ids) => Promise.resolve(newest().filter((row) => row.history.some(({ id }) => ids.includes(id)))),
    findByRecord: (wanted) => Promise.resolve(newest().find((row) => row.history.some(({ id }) => id === wanted))),
    list: (projects, filter, slice) => Promise.resolve(sliced(list(projects, filter), slice)),
    count: (projects, filter) => Promise.resolve(list(projects, filter).length),
    unassociated: (projectId, slice) => Promise.resolve(sliced(unassociated(projectId), slice)),
    countUnassociated: (projectId) => Promise.resolve(unassociated(projectId).length),
    history: (projects, filter, slice) => Promise.resolve(sliced(history(projects, filter), slice)),
    countHistory: (projects, filter) => Promise.resolve(history(projects, filter).length),
    idsFromAnnotation: (annotationId, projectId) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row.projectId === projectId)
          .filter((row) => row.history.some(({ sourceAnnotationId }) => sourceAnnotationId === annotationId))
          .map(({ _id }) => _id),
      ),
    authorsOf: (featureId) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row.featureId === featureId)
          .flatMap(({ authorId, current }) => [authorId, ...(current ? [current.authorId] : [])]),
      ),
    idsOf: (owner, id, limit) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row[owner] === id)
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    featuresAmong: (ids) => {
      const used = rows.all().map(({ featureId }) => featureId);
      return Promise.resolve(ids.filter((id) => used.includes(id)));
    },
    ofRun: (runId, projectId, slice) => Promise.resolve(sliced(list([projectId], { runId }).reverse(), slice)),
    recordsOfRun: (runId, projectId, slice) => Promise.resolve(sliced(added(runId, projectId).reverse(), slice)),
    countRecordsOfRun: (runId, projectId) => Promise.resolve(added(runId, projectId).length),
    withRecordsOfRun: (runId, projectId) =>
      Promise.resolve(
        rows
          .all()
          .filter((row) => row.projectId === projectId)
          .filter((row) => row.history.some((record) => record.runId === runId)),
      ),
    idsMovedBy: (id) =>
      Promise.resolve(
        newest()
          .filter(({ moves }) => moves?.some(({ mergeId }) => mergeId === id))
          .map(({ _id }) => _id),
      ),
    orphans: (limit) =>
      Promise.resolve(
        newest()
          .filter((row) => !row.featureId && !row.sourceAnnotationId)
          .slice(0, limit)
          .map(({ _id }) => _id),
      ),
    ...writes(rows),
  };
}

export const PROJECT = newId();
export const AGENT = newId();
export const OTHER_AGENT = newId();

/** Rules without servers. Editor and key may write in the project, the viewer may read. */
export function featureRules() {
  const clock = new TestClock();
  const [editor, viewer, stranger] = [person({ name: 'Ann Editor' }), person(), person()];
  const apiKey = person({ via: 'api_key', authorId: AGENT, agentId: AGENT });
  const roles = new Map<string, ProjectRole>([
    [`${editor.sub}/${PROJECT}`, 'editor'],
    [`${apiKey.sub}/${PROJECT}`, 'editor'],
    [`${viewer.sub}/${PROJECT}`, 'viewer'],
  ]);
  const access: ProjectAccess = {
    require({ actor }, projectId, wanted, what = 'Project', field) {
      const role = roles.get(`${actor.sub}/${projectId}`);
      if (!role) return Promise.reject(notFound(what, field));
      return atLeast(role, wanted) ? Promise.resolve(role) : Promise.reject(notAuthorized());
    },
    visible: ({ actor }) =>
      Promise.resolve([...roles.keys()].flatMap((key) => (key.startsWith(actor.sub) ? [key.split('/')[1] ?? ''] : []))),
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
    resolve: ({ actor }, requested) =>
      Promise.resolve({
        id: requested || actor.authorId,
        type: (requested || actor.authorId) === AGENT ? 'ai_agent' : 'human',
        name: actor.name,
      }),
    requireOwn: (...asked) => ownAuthors.requireOwn(...asked),
    known: (_, id, field = 'author_id') => (isId(id) ? Promise.resolve() : Promise.reject(notFound('Author', field))),
  };
  const annotations = new Map<string, Annotation>();
  const runs = new Map<string, Run>();
  const hooks = {
    /** Runs when an annotation is fetched: after a rule's check and before its write. */
    onRead: (): Promise<void> => Promise.resolve(),
    /** Runs before a merge moves mentions. */
    beforeMove: (): Promise<void> => Promise.resolve(),
  };
  const featureRows = new MemoryRows<FeatureRow>(clock);
  const mentionRows = new MemoryRows<MentionRow>(clock);
  const commentRows = new MemoryRows<CommentRow>(clock);
  const assignmentRows = new MemoryRows<AssignmentRow>(clock);
  const determinationRows = new MemoryRows<DeterminationRow>(clock);
  const proposalRows = new MemoryRows<ProposalRow>(clock);
  const tombstones = memoryTombstones();
  const deps = {
    ...{ access, authors, tombstones, clock, self: serviceActor('feature') },
    features: memoryFeatures(featureRows),
    mentions: memoryMentions(mentionRows),
    comments: memoryComments(commentRows),
    assignments: memoryAssignments(assignmentRows),
    hidden: memoryHiding(commentRows, assignmentRows),
    ...{ determinations: memoryDeterminations(determinationRows), proposals: memoryProposals(proposalRows) },
    judgments: memoryJudgments(determinationRows, proposalRows),
    projects: {
      listMembers: () =>
        Promise.resolve({
          members: [editor, viewer].map(({ sub: userId, name }) => Member.fromPartial({ userId, name })),
        }),
      getProject: ({ id = '' }: { id?: string }) =>
        Promise.resolve({ project: Project.fromPartial({ id, title: 'Riverside' }) }),
    },
    annotations: {
      async getAnnotation({ id = '' }: { id?: string }) {
        const annotation = annotations.get(id);
        await hooks.onRead();
        if (!annotation) throw notFound('Annotation');
        return { annotation };
      },
      async reviewAnnotation({ id = '', action = '', reason = '' }, caller: object) {
        await hooks.onRead();
        const annotation = annotations.get(id);
        if (!annotation) throw notFound('Annotation');
        if (action !== 'reject' || currentDecision(annotation.decisions))
          throw conflict('decided_already', 'Ben has accepted this annotation already. Undo that first.');
        const decision = Decision.fromPartial({
          verdict: 'rejected',
          reason,
          authorId: (caller as CallContext).actor.authorId,
        });
        const reviewed = { ...annotation, decisions: [...annotation.decisions, decision] };
        annotations.set(id, reviewed);
        return { annotation: reviewed, copy: undefined };
      },
      getRun({ id = '' }: { id?: string }) {
        const run = runs.get(id);
        return run ? Promise.resolve({ run }) : Promise.reject(notFound('Run'));
      },
      undoRun({ id = '' }: { id?: string }) {
        const run = runs.get(id);
        if (!run) return Promise.reject(notFound('Run'));
        const undone = { ...run, status: 'undone' };
        runs.set(id, undone);
        return Promise.resolve({ run: undone, deletedCount: 0 });
      },
    },
  };
  const rules: Rules = createRules(deps, {
    moveMentions: async (merge: MergeOfTwo, actor: Actor) => {
      await hooks.beforeMove();
      await rules.mentions.moveAll(merge, actor);
    },
  });
  return {
    clock,
    roles,
    annotations,
    hooks,
    tombstones,
    featureRows,
    mentionRows,
    commentRows,
    ...{ assignmentRows, determinationRows, proposalRows },
    ...rules,
    editor: contextOf(editor),
    viewer: contextOf(viewer),
    stranger: contextOf(stranger),
    apiKey: contextOf(apiKey),
    annotation(over: Partial<Annotation> = {}): Annotation {
      const made = Annotation.fromPartial({ id: newId(), projectId: PROJECT, authorType: 'human', ...over });
      annotations.set(made.id, made);
      return made;
    },
    /** Open by default. */
    run(over: Partial<Run> = {}): Run {
      const made = Run.fromPartial({ id: newId(), projectId: PROJECT, status: 'open', ...over });
      runs.set(made.id, made);
      return made;
    },
  };
}

export type FeatureRules = ReturnType<typeof featureRules>;
