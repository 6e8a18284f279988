import { RouterLink } from '../../../components/router-link.js';
import { EmptyState } from '../../../components/empty-state.js';

/** Instead of a 404 page, for a document that was open. */
export function DeletedDocument({ title, projectId }: { title: string; projectId: string }) {
  const list = `/projects/${projectId}/data-collection`;
  return (
    <div role="alert">
      <EmptyState
        title={`“${title}” is no longer here`}
        action={<RouterLink to={list}>Go to Data Collection</RouterLink>}
      >
        Another person deleted it, or your access to it ended. A deleted document can be restored for 30 days under{' '}
        <RouterLink inline to={`${list}?deleted=true`}>
          Recently deleted
        </RouterLink>
        .
      </EmptyState>
    </div>
  );
}
