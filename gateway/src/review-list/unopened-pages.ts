import type { CallParent } from '@symbio/rpc';
import { AppError } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import type { MarkedPage } from './evidence.js';
import type { Item, Rule } from './rule.js';

/** A page that the REC or CREC of a feature rests on. */
export interface CitedPage extends MarkedPage {
  /** Its name. */
  feature: string;
}

/** Of a project as it is, and of a locked version. */
export const UNOPENED = {
  rule: 'EP-2',
  severity: 'warn',
  text: 'The environmental professional has never opened a page that a REC or CREC rests on.',
} as const satisfies Omit<Rule, 'find'>;

/** `Sanborn 1910, page 3`. */
export const labelOf = (title: string | undefined, number: number | undefined): string =>
  [title, number !== undefined && `page ${number}`].filter(Boolean).join(', ');

/** Undefined for callers who may not see who opened pages: those who only read the project. */
export async function pagesOpenedBy(
  { document }: Pick<Clients, 'document'>,
  projectId: string,
  professionalId: string,
  parent: CallParent,
): Promise<ReadonlySet<string> | undefined> {
  const request = { projectId, documentId: '', userId: professionalId };
  const answer = await document.listPageOpenings(request, parent).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'PERMISSION_DENIED') return undefined;
    throw error;
  });
  return answer && new Set(answer.openings.map(({ pageId }) => pageId));
}

/**
 * Those that the environmental professional never opened, each once, each document's in page order.
 * @param documents of the project; openings of a deleted one are hidden, so that its pages cannot be judged
 */
export function unopenedPages(
  cited: readonly CitedPage[],
  opened: ReadonlySet<string>,
  documents: readonly { id: string }[],
): Item[] {
  const present = new Set(documents.map(({ id }) => id));
  const pages = new Map<string, { page: MarkedPage; features: Set<string> }>();
  for (const { feature, ...page } of cited) {
    if (opened.has(page.id) || !present.has(page.documentId)) continue;
    const known = pages.get(page.id) ?? { page, features: new Set() };
    known.features.add(feature);
    pages.set(page.id, known);
  }
  const found = [...pages.values()];
  const order = found.map(({ page }) => page.documentId);
  const placeOf = ({ documentId }: MarkedPage): number => order.indexOf(documentId);
  return found
    .sort((one, other) => placeOf(one.page) - placeOf(other.page) || one.page.number - other.page.number)
    .map(({ page: { id, documentId, annotationId, label }, features }) => ({
      ...{ kind: 'page', id, document_id: documentId, annotation_id: annotationId },
      label: `${label}: ${[...features].join(', ')}`,
    }));
}
