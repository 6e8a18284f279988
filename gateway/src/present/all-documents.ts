import type { Document } from '@symbio/proto/document';
import { everyPage, type CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';

/** Newest first. @throws AppError NOT_FOUND */
export async function allDocuments(
  { document }: Pick<Clients, 'document'>,
  projectId: string,
  parent: CallParent,
): Promise<Document[]> {
  const pages = await everyPage((paging) => document.listDocuments({ projectId, paging }, parent));
  return pages.flatMap(({ documents }) => documents);
}
