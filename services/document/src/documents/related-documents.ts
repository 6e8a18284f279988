/** What a document says about other documents: the same file, and documents made of its attached files. */
import type { DocumentFacts, DocumentNotice } from '@symbio/proto/document';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { Links } from '../files/links.js';
import type { DocumentExtras } from '../mapping.js';
import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { documentFacts, type FactPage } from './document-facts.js';

export type RelatedExtras = Pick<DocumentExtras, 'notices' | 'taken' | 'facts'>;

export function createRelatedDocuments(
  repository: Pick<DocumentRepository, 'withHashes' | 'attachedTo' | 'factPages'>,
  links: Pick<Links, 'thumbnail'>,
) {
  async function factsOf(rows: readonly DocumentRow[]): Promise<Map<string, DocumentFacts>> {
    const isMap = ({ category }: DocumentRow): boolean => sheetKindOf(category) !== undefined;
    const maps = rows.filter(isMap).map(({ _id }) => _id);
    const pages = await repository.factPages(
      maps,
      rows.map(({ _id }) => _id),
    );
    const byDocument = new Map<string, FactPage[]>();
    for (const page of pages) byDocument.set(page.documentId, [...(byDocument.get(page.documentId) ?? []), page]);
    const facts = rows.map(async (row) => {
      const own = byDocument.get(row._id) ?? [];
      const first = own.find(({ pageNumber, status }) => pageNumber === 1 && status === 'ready');
      return [row._id, documentFacts(row, own, first && (await links.thumbnail(first)))] as const;
    });
    return new Map(await Promise.all(facts));
  }

  async function sameFiles(rows: readonly DocumentRow[]): Promise<DocumentRow[]> {
    const hashes = new Map<string, Set<string>>();
    for (const { projectId, sha256 } of rows) hashes.set(projectId, (hashes.get(projectId) ?? new Set()).add(sha256));
    const found = [...hashes].map(([projectId, wanted]) => repository.withHashes(projectId, [...wanted]));
    return (await Promise.all(found)).flat();
  }

  /** Three queries, regardless of the number of documents. */
  return async function extrasOf(rows: readonly DocumentRow[]): Promise<(row: DocumentRow) => RelatedExtras> {
    if (rows.length === 0) return () => ({});
    const holders = rows.filter(({ attached }) => attached && attached.length > 0).map(({ _id }) => _id);
    const [same, taken, facts] = await Promise.all([
      sameFiles(rows),
      holders.length > 0 ? repository.attachedTo(holders) : [],
      factsOf(rows),
    ]);
    return (row) => ({
      facts: facts.get(row._id),
      notices: alreadyHere(row, same),
      taken: new Map(
        taken.flatMap(({ _id, attachedTo }) => (attachedTo?.documentId === row._id ? [[attachedTo.index, _id]] : [])),
      ),
    });
  };
}

export type RelatedDocuments = ReturnType<typeof createRelatedDocuments>;

/** Of the earlier document; the later one says so. @param same oldest first */
function alreadyHere(row: DocumentRow, same: readonly DocumentRow[]): DocumentNotice[] {
  const first = same.find(({ projectId, sha256 }) => projectId === row.projectId && sha256 === row.sha256);
  if (!first || first._id === row._id) return [];
  return [
    {
      code: 'already_here',
      message: `This file is already here as “${first.title}”. Delete one of the two unless you need both.`,
    },
  ];
}
