import { app } from '@symbio/api';
import type { Actor } from '@symbio/runtime';
import { MAX_ROWS } from '@symbio/proto/limits';
import type { CallParent } from '@symbio/rpc';
import type { Annotation } from '@symbio/proto/annotation';
import { evidencePath } from '@symbio/proto/feature/path';
import type { Clients } from '../clients.js';
import { moment } from '../present/json.js';

const KINDS = app.changes.CHANGE_KINDS;
export type Kind = (typeof KINDS)[number];

export interface Happening {
  kind: Kind;
  at: Date;
  /** Empty: unknown. */
  who: string;
  isAgent: boolean;
  via: string;
  title: string;
  path: string;
}

interface Asked {
  projectId: string;
  since: Date;
  actor: Pick<Actor, 'sub' | 'authorId'>;
}

type Services = Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'job' | 'project' | 'records'>;

/** Longest page that services return. */
const ALL = { page: 1, perPage: MAX_ROWS };
/** Most titles of a group. */
const SHOWN = 5;

const VERDICTS: Readonly<Record<string, Kind>> = {
  accepted: 'finding_accepted',
  rejected: 'finding_rejected',
  undone: 'decision_undone',
};

function ofAnnotation(annotation: Annotation, { projectId, since, actor }: Asked): Happening[] {
  const { id, content: title, documentId, documentPageId, authorId, authorName, authorType, createdAt } = annotation;
  const path = evidencePath(projectId, { type: 'annotation', id, documentId, documentPageId });
  const isAgent = authorType === 'ai_agent';
  const made: Happening[] =
    // an accepted copy is counted as the decision
    createdAt && createdAt > since && authorId !== actor.authorId && !annotation.derivedFrom
      ? [
          {
            kind: isAgent ? 'finding_proposed' : 'finding_made',
            ...{ at: createdAt, who: authorName, isAgent, via: annotation.via, title, path },
          },
        ]
      : [];
  const decided = annotation.decisions.flatMap(({ verdict, authorId: byId, authorName: who, decidedAt: at }) => {
    const kind = VERDICTS[verdict];
    if (!kind || !at || at <= since || byId === actor.authorId) return [];
    return [{ kind, at, who, isAgent: false, via: '', title, path }];
  });
  return [...made, ...decided];
}

/** Everything that others did after `since`, newest first. */
export async function happenings(services: Services, asked: Asked, parent: CallParent): Promise<Happening[]> {
  const { annotation, document, feature, identity, job, project, records } = services;
  const { projectId, since, actor } = asked;
  const isNew = (at: Date | undefined): at is Date => at !== undefined && at > since;
  const [annotations, documents, jobs, features, comments, assignments, visits, searches] = await Promise.all([
    annotation.listAnnotations({ projectId, updatedAfter: since }, parent),
    document.listDocuments({ projectId, updatedAfter: since, paging: ALL }, parent),
    job.listJobs({ projectId, status: 'completed', paging: ALL }, parent),
    feature.listFeatures({ projectId, updatedAfter: since }, parent),
    feature.listComments({ projectId, createdAfter: since }, parent),
    feature.listAssignments({ projectId }, parent),
    project.listSiteVisits({ projectId }, parent),
    records.listSearches({ projectId, createdAfter: since, paging: ALL }, parent),
  ]);
  const newFeatures = features.features.filter(
    ({ createdAt, authorId }) => isNew(createdAt) && authorId !== actor.authorId,
  );
  const newDocuments = documents.documents.filter(
    ({ createdAt, uploadedBy }) => isNew(createdAt) && uploadedBy !== actor.sub,
  );
  const authorIds = [...new Set(newFeatures.map(({ authorId }) => authorId))];
  const userIds = [...new Set(newDocuments.map(({ uploadedBy }) => uploadedBy))].filter(Boolean);
  const none: Record<string, string> = {};
  const [{ authors }, { names }] = await Promise.all([
    authorIds.length > 0 ? identity.getAuthors({ ids: authorIds }, parent) : { authors: [] },
    userIds.length > 0 ? identity.getUserNames({ ids: userIds }, parent) : { names: none },
  ]);
  const authorOf = new Map(authors.map((author) => [author.id, author]));
  const titleOf = new Map(documents.documents.map(({ id, title, fileName }) => [id, title || fileName]));
  const of = (path: string): string => `/projects/${projectId}${path}`;

  const all: Happening[] = [
    ...annotations.annotations.flatMap((each) => ofAnnotation(each, asked)),
    ...newDocuments.map(({ id, createdAt, uploadedBy }) => ({
      kind: 'document_added' as const,
      at: createdAt ?? since,
      who: Object.hasOwn(names, uploadedBy) ? (names[uploadedBy] ?? '') : '',
      ...{ isAgent: false, via: '', title: titleOf.get(id) ?? '', path: of(`/documents/${id}`) },
    })),
    ...jobs.jobs.flatMap(({ completedAt, payload, documentFilename }) => {
      if (!isNew(completedAt) || !payload?.documentId) return [];
      const { documentId } = payload;
      const title = titleOf.get(documentId) ?? documentFilename;
      const path = of(`/documents/${documentId}`);
      return [{ kind: 'document_read' as const, at: completedAt, who: '', isAgent: false, via: '', title, path }];
    }),
    ...newFeatures.map(({ id, createdAt, authorId, via, name: title }) => ({
      kind: 'feature_added' as const,
      at: createdAt ?? since,
      who: authorOf.get(authorId)?.displayName ?? '',
      isAgent: authorOf.get(authorId)?.authorType === 'ai_agent',
      ...{ via, title, path: evidencePath(projectId, { type: 'feature', id, documentId: '', documentPageId: '' }) },
    })),
    ...comments.comments.flatMap(({ createdAt, deletedAt, authorId, authorName, authorType, ...comment }) => {
      if (!isNew(createdAt) || deletedAt || authorId === actor.authorId || !comment.subject) return [];
      const isToCaller = comment.mentioned.some(({ userId }) => userId === actor.sub);
      return [
        {
          kind: isToCaller ? ('mentioned_you' as const) : ('commented' as const),
          ...{ at: createdAt, who: authorName, isAgent: authorType === 'ai_agent', via: comment.via },
          ...{ title: comment.subject.title, path: evidencePath(projectId, comment.subject) },
        },
      ];
    }),
    ...assignments.assignments.flatMap(({ assignee, subject, assignedAt, assignedById, assignedByName: who }) => {
      const isTo = assignee?.userId === actor.sub && assignedById !== actor.authorId;
      if (!isTo || !subject || !isNew(assignedAt)) return [];
      const path = evidencePath(projectId, subject);
      return [
        { kind: 'assigned_you' as const, at: assignedAt, who, isAgent: false, via: '', title: subject.title, path },
      ];
    }),
    ...visits.siteVisits.flatMap(({ createdAt, investigatorId, investigatorName: who, visitDate }) => {
      if (!isNew(createdAt) || investigatorId === actor.sub) return [];
      const path = of('/site-reconnaissance');
      return [{ kind: 'visit_recorded' as const, at: createdAt, who, isAgent: false, via: '', title: visitDate, path }];
    }),
    ...searches.searches.flatMap(({ createdAt, number, appeared, vanished, byId, byName: who }) => {
      // the first search has nothing to differ from
      if (!isNew(createdAt) || number === 1 || appeared + vanished === 0 || byId === actor.sub) return [];
      const title = `${appeared} new, ${vanished} no longer listed`;
      return [
        { kind: 'records_changed' as const, at: createdAt, who, isAgent: false, via: '', title, path: of('/records') },
      ];
    }),
  ];
  return all.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Counts by kind, and one group for each kind and person with its newest titles, the newest group first. */
export function grouped(all: readonly Happening[]): Pick<app.changes.ProjectChangesJson, 'counts' | 'changes'> {
  const groups = new Map<string, Happening[]>();
  for (const each of all) {
    const key = [each.kind, each.who, each.via].join('\n');
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  const countOf = new Map<Kind, number>();
  for (const { kind } of all) countOf.set(kind, (countOf.get(kind) ?? 0) + 1);
  const counts = KINDS.flatMap((kind) => {
    const count = countOf.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
  return {
    counts,
    changes: [...groups.values()].map((of) => {
      const [newest] = of;
      const distinct = [...new Map(of.map(({ path, title }) => [path, { title, path }])).values()];
      return {
        kind: newest!.kind,
        at: moment(newest!.at),
        who: newest!.who || null,
        who_type: newest!.isAgent ? 'ai_agent' : 'human',
        via: newest!.via === 'key' ? 'key' : null,
        count: of.length,
        items: distinct.slice(0, SHOWN),
      };
    }),
  };
}
