import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import type { ReactNode } from 'react';
import { DeletedList } from '../../../components/deleted-list.js';
import { pageNumberOf, useUrlState } from '../../../lib/navigation/url-state.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { countText, fileSize } from '../../../lib/ui/formats.js';
import { useProject } from '../../../lib/project/project-context.js';
import { CategoryLabel } from '../category-label.js';
import { useGetDeletedDocumentsQuery, type DeletedDocument } from './deleted-documents-api.js';
import { eraseDocuments, restoreDocuments } from './document-removal.js';

/** CONST-05 */
const PER_PAGE = 20;

const pagesOf = ({ total_pages: pages }: DeletedDocument): string =>
  pages === 0 ? '' : ` · ${countText(pages, 'page')}`;

/** @param props.back link to the existing documents */
export function DeletedDocumentsPage({ back }: { back: ReactNode }) {
  const { project } = useProject();
  const dispatch = useApiDispatch();
  const [address, change] = useUrlState();
  const answer = useGetDeletedDocumentsQuery(
    { projectId: project.id, page: pageNumberOf(address), perPage: PER_PAGE },
    { refetchOnMountOrArgChange: true },
  );
  useDocumentTitle('Recently deleted documents', project.title);
  return (
    <DeletedList<DeletedDocument>
      noun={['document', 'documents']}
      subtitle={`Kept for ${RESTORABLE_DAYS} days with their pages and annotations. Other users cannot see them.`}
      label="Deleted documents of the project"
      emptyText={`Documents deleted from Data Collection can be restored here for ${RESTORABLE_DAYS} days.`}
      under={(document) => fileSize(document.file_size) + pagesOf(document)}
      column={{ name: 'Category', cell: ({ category }) => <CategoryLabel value={category} /> }}
      loses="Files, pages and annotations are removed."
      back={back}
      answer={answer}
      onPage={(next) => change({ page: next === 1 ? null : String(next) })}
      restore={(some) => void restoreDocuments(dispatch, some)}
      erase={(some) => eraseDocuments(dispatch, some)}
    />
  );
}
