/** In-memory dependencies of the rules: rows, projects, authors, annotations, tombstones. */
import { conflict, isId, newId, notAuthorized, notFound, serviceActor, type Actor } from '@symbio/runtime';
import type { OutboxRow } from '@symbio/mongo';
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
import { Annotation, Decision, Run } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { createAssociate } from '../src/associate.js';
import { createFeatures } from '../src/features.js';
import { createMentions } from '../src/mentions.js';
import { createRunUndoing } from '../src/undo-run.js';
import type { MergeOfTwo } from '../src/feature-deps.js';
import type { FeatureRow, MentionRow } from '../src/model.js';
import type { FeatureRepository, MentionRepository } from '../src/repository.js';

const among = (projects: VisibleProjects, { projectId }: { projectId: string }): boolean =>
  isAmong(projects, projectId);
const sliced = <T>(rows: T[], slice: PageSpec | undefined): T[] =>
  slice ? rows.slice(slice.skip, slice.skip + slice.perPage) : rows;
const matches = (row: object, filter: object): boolean =>
  Object.entries(filter).every(([key, value]) => (row as Record<string, unknown>)[key] === value);

const writes = <Row extends OutboxRow>(
  rows: MemoryRows<Row>,
): Pick<MemoryRows<Row>, 'insert' | 'insertMany' | 'change' | 'dryRun'> => ({
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  insertMany: (added, actor, events) => rows.insertMany(added, actor, events),
  change: (id, actor, decide) => rows.change(id, actor, decide),
  dryRun: () => rows.dryRun(),
});

/** Features that are not merged. */
const there = (rows: MemoryRows<FeatureRow>): FeatureRow[] => rows.all().filter(({ merged }) => !merged);

/** Lists by project and author; behaviour of indexes and operators is tested against the database. */
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
  idsOfRun: (runId) =>
    Promise.resolve(
      rows
        .all()
        .filter((row) => row.runId === runId)
        .map(({ _id }) => _id),
    ),
  ...writes(rows),
});

function memoryMentions(rows: MemoryRows<MentionRow>): MentionRepository {
  const newest = (): MentionRow[] =>
    rows
      .all()
      .filter(({ orphanedAt }) => !orphanedAt)
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
    findByRecord: (wanted) => Promise.resolve(newest().find((row) => row.history.some(({ id }) => id === wanted))),
    list: (projects, filter, slice) => Promise.resolve(sliced(list(projects, filter), slice)),
    count: (projects, filter) => Promise.resolve(list(projects, filter).length),
    unassociated: (projectId, slice) => Promise.resolve(sliced(unassociated(projectId), slice)),
    countUnassociated: (projectId) => Promise.resolve(unassociated(projectId).length),
    history: (projects, filter, slice) => Promise.resolve(sliced(history(projects, filter), slice)),
    countHistory: (projects, filter) => Promise.resolve(history(projects, filter).length),
    idsEverFrom: (annotationId, projectId) =>
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
    ofRun: (runId, projectId, slice) => Promise.resolve(sliced(list([projectId], { runId }).reverse(), slice)),
    recordsOfRun: (runId, projectId, slice) => Promise.resolve(sliced(added(runId, projectId).reverse(), slice)),
    countRecordsOfRun: (runId, projectId) => Promise.resolve(added(runId, projectId).length),
    touchedBy: (runId, projectId) =>
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
/** Author of another owner's agent. */
export const OTHER_AGENT = newId();

/** The service's rules without its servers. Editor and key may write in the project, the viewer may read. */
export function featureRules() {
  const clock = new TestClock();
  const [editor, viewer, stranger] = [person({ name: 'Ann Editor' }), person(), person()];
  const apiKey = person({ via: 'api_key', authorId: AGENT, agentId: AGENT });
  /** Role by user and project. */
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
  const meanwhile = {
    /** Hook that runs when an annotation is fetched: after a rule's check and before its write. */
    run: (): Promise<void> => Promise.resolve(),
    /** Hook that runs before a merge moves a feature's mentions. */
    move: (): Promise<void> => Promise.resolve(),
  };
  const featureRows = new MemoryRows<FeatureRow>(clock);
  const mentionRows = new MemoryRows<MentionRow>(clock);
  const tombstones = memoryTombstones();
  const shared = { access, authors, tombstones, clock, self: serviceActor('feature') };
  const mentionDeps = {
    ...shared,
    features: memoryFeatures(featureRows),
    mentions: memoryMentions(mentionRows),
    annotations: {
      async getAnnotation({ id = '' }: { id?: string }) {
        const annotation = annotations.get(id);
        await meanwhile.run();
        if (!annotation) throw notFound('Annotation');
        return { annotation };
      },
      /** Rejects an annotation as the annotation service does. */
      async reviewAnnotation({ id = '', action = '', reason = '' }, caller: object) {
        await meanwhile.run();
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
    },
  };
  const mentions = createMentions(mentionDeps);
  const featureDeps = {
    ...shared,
    annotations: mentionDeps.annotations,
    features: memoryFeatures(featureRows),
    mentionAuthors: mentionDeps.mentions.authorsOf,
    detachMentions: (id: string) => mentions.detachFrom(id),
    moveMentions: async (merge: MergeOfTwo, actor: Actor) => {
      await meanwhile.move();
      await mentions.moveAll(merge, actor);
    },
    returnMentions: mentions.moveAllBack,
  };
  const features = createFeatures(featureDeps);
  return {
    clock,
    roles,
    annotations,
    meanwhile,
    tombstones,
    featureRows,
    mentionRows,
    features,
    mentions,
    runUndoing: createRunUndoing(mentionDeps, featureDeps),
    associate: createAssociate({ ...mentionDeps, ...featureDeps }, features, mentions),
    editor: contextOf(editor),
    viewer: contextOf(viewer),
    stranger: contextOf(stranger),
    apiKey: contextOf(apiKey),
    /** Adds an annotation of the project to the annotation service's fake. */
    annotation(over: Partial<Annotation> = {}): Annotation {
      const made = Annotation.fromPartial({ id: newId(), projectId: PROJECT, authorType: 'human', ...over });
      annotations.set(made.id, made);
      return made;
    },
    /** Adds a run of the project, open by default, or updates the one with the same id. */
    run(over: Partial<Run> = {}): Run {
      const made = Run.fromPartial({ id: newId(), projectId: PROJECT, status: 'open', ...over });
      runs.set(made.id, made);
      return made;
    },
  };
}

export type FeatureRules = ReturnType<typeof featureRules>;
