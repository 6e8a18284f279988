import { AppError } from '@symbio/runtime';
import { factOf } from '../present/title-blocks.js';
import type { CallParent } from '@symbio/rpc';
import type { Annotation } from '@symbio/proto/annotation';
import type { Page } from '@symbio/proto/document';
import type { AuditEntry } from '@symbio/proto/identity';
import type { Clients } from '../clients.js';

export type TitleClients = Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'issue' | 'project'>;

export interface EntryTitles {
  /** Null if unknown, or if the object no longer exists. */
  object_title: string | null;
  /** Sheet or document that the object is on. */
  place_title: string | null;
  project_title: string | null;
  /** Of a review: accepted, rejected or undone. */
  verdict: string | null;
}

interface Titled {
  title: string;
  place?: string;
  annotation?: Annotation;
}

const NO_NAMES: Readonly<Record<string, string>> = {};
const AT_ONCE = 8;
/** Titles are an addition: without them the entries show the kind of the object only. */
const WITHOUT_TITLE = new Set([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'INVALID_ARGUMENT',
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
]);
/** Milliseconds between a decision and its entry. */
const SAME_DECISION_MS = 2_000;

const keyOf = ({ object, objectId }: Pick<AuditEntry, 'object' | 'objectId'>): string => `${object} ${objectId}`;

/** With the year, unless the title has just this one. */
function sheetOf({ pageNumber, metadata, titleBlock }: Page, title: string): string {
  const number = factOf(titleBlock, 'sheet_number');
  const sheet = number ? `sheet ${number}` : (metadata?.pageTitle ?? `page ${pageNumber}`);
  const year = factOf(titleBlock, 'year');
  const inTitle = title.match(/\b(?:1[789]|20)\d\d\b/g) ?? [];
  return year && !(inTitle.length === 1 && inTitle[0] === year) ? `${year}, ${sheet}` : sheet;
}

/** Decision that an entry records. */
function verdictOf(annotation: Annotation | undefined, at: Date | undefined): string | null {
  const time = at?.getTime() ?? 0;
  const decision = annotation?.decisions.find(
    ({ decidedAt }) => Math.abs((decidedAt?.getTime() ?? 0) - time) <= SAME_DECISION_MS,
  );
  return decision?.verdict ?? null;
}

export function auditTitles({ annotation, document, feature, identity, issue, project }: TitleClients) {
  return async function titlesOf(
    entries: readonly AuditEntry[],
    parent: CallParent,
  ): Promise<(entry: AuditEntry) => EntryTitles> {
    const documents = new Map<string, Promise<string>>();
    const documentTitle = (id: string): Promise<string> => {
      const known = documents.get(id);
      if (known) return known;
      const asked = document.getDocument({ id }, parent).then((answer) => answer.document?.title ?? '');
      documents.set(id, asked);
      return asked;
    };
    const sheetTitle = async (id: string): Promise<string> => {
      const { page } = await document.getPage({ id }, parent);
      if (!page) return '';
      const title = await documentTitle(page.documentId);
      return `${title}, ${sheetOf(page, title)}`;
    };
    const findTitle: Readonly<Record<string, (id: string) => Promise<Titled>>> = {
      document: async (id) => ({ title: await documentTitle(id) }),
      page: async (id) => ({ title: await sheetTitle(id) }),
      annotation: async (id) => {
        const { annotation: found } = await annotation.getAnnotation({ id }, parent);
        if (!found) return { title: '' };
        return { title: found.content, place: await sheetTitle(found.documentPageId), annotation: found };
      },
      feature: async (id) => ({ title: (await feature.getFeature({ id }, parent)).feature?.name ?? '' }),
      mention: async (id) => {
        const { mention } = await feature.getMention({ id }, parent);
        const of = mention?.featureOfInterestId;
        return { title: of ? ((await feature.getFeature({ id: of }, parent)).feature?.name ?? '') : '' };
      },
      issue: async (id) => {
        const { issue: found } = await issue.getIssue({ id }, parent);
        return { title: found ? `${found.key} ${found.title}` : '' };
      },
    };

    const objects = new Map<string, Titled>();
    const wanted = [
      ...new Map(
        entries
          .filter(({ object, objectId }) => objectId !== '' && findTitle[object])
          .map((entry) => [keyOf(entry), entry] as const),
      ).values(),
    ];
    const find = async (entry: AuditEntry): Promise<void> => {
      try {
        const found = await findTitle[entry.object]?.(entry.objectId);
        if (found) objects.set(keyOf(entry), found);
      } catch (error) {
        if (!(error instanceof AppError && WITHOUT_TITLE.has(error.code))) throw error;
      }
    };
    for (let at = 0; at < wanted.length; at += AT_ONCE) await Promise.all(wanted.slice(at, at + AT_ONCE).map(find));

    const userIds = entries.filter(({ object, objectId }) => object === 'user' && objectId !== '');
    const projectIds = [...new Set(entries.map(({ projectId }) => projectId).filter(Boolean))];
    const [{ names }, { projects }] = await Promise.all([
      userIds.length > 0
        ? identity.getUserNames({ ids: [...new Set(userIds.map(({ objectId }) => objectId))] }, parent)
        : { names: NO_NAMES },
      projectIds.length > 0
        ? project.listProjects({ ids: projectIds, paging: { page: 1, perPage: projectIds.length } }, parent)
        : { projects: [] },
    ]);
    const projectTitles = new Map(projects.map(({ id, title }) => [id, title]));

    return (entry) => {
      const found = objects.get(keyOf(entry));
      const title = entry.object === 'user' ? names[entry.objectId] : found?.title;
      return {
        object_title: title || null,
        place_title: found?.place || null,
        project_title: projectTitles.get(entry.projectId) ?? null,
        verdict: entry.operation === 'annotation.reviewed' ? verdictOf(found?.annotation, entry.at) : null,
      };
    };
  };
}
