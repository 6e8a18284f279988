/** What a document says about other documents: the same file, and documents made of its attached files. */
import type { DocumentNotice } from '@symbio/proto/document';
import type { DocumentExtras } from '../mapping.js';
import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';

export type RelatedExtras = Pick<DocumentExtras, 'notices' | 'taken'>;

export function createRelatedDocuments(repository: Pick<DocumentRepository, 'withHashes' | 'attachedTo'>) {
  async function sameFiles(rows: readonly DocumentRow[]): Promise<DocumentRow[]> {
    const hashes = new Map<string, Set<string>>();
    for (const { projectId, sha256 } of rows) hashes.set(projectId, (hashes.get(projectId) ?? new Set()).add(sha256));
    const found = [...hashes].map(([projectId, wanted]) => repository.withHashes(projectId, [...wanted]));
    return (await Promise.all(found)).flat();
  }

  /** Two queries, regardless of the number of documents. */
  return async function extrasOf(rows: readonly DocumentRow[]): Promise<(row: DocumentRow) => RelatedExtras> {
    if (rows.length === 0) return () => ({});
    const holders = rows.filter(({ attached }) => attached && attached.length > 0).map(({ _id }) => _id);
    const [same, taken] = await Promise.all([
      sameFiles(rows),
      holders.length > 0 ? repository.attachedTo(holders) : [],
    ]);
    return (row) => ({
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
