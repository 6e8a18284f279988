import { RESTORABLE_DAYS, RETENTION_YEARS } from '@symbio/proto/limits';
import type { ReactNode } from 'react';
import { DeletedList } from '../../../components/deleted-list.js';
import { pageNumberOf, useUrlState } from '../../../lib/navigation/url-state.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useGetDeletedProjectsQuery, type DeletedProject } from './deleted-projects-api.js';
import { eraseProjects, restoreProjects } from './project-removal.js';

/** @param props.back link to the existing projects */
export function DeletedProjectsPage({ back }: { back: ReactNode }) {
  const dispatch = useApiDispatch();
  const [address, change] = useUrlState();
  const answer = useGetDeletedProjectsQuery(pageNumberOf(address), { refetchOnMountOrArgChange: true });
  useDocumentTitle('Recently deleted projects');
  return (
    <DeletedList<DeletedProject>
      noun={['project', 'projects']}
      subtitle={`Kept for ${RESTORABLE_DAYS} days with all their contents. They cannot be opened until they are restored.`}
      label="Deleted projects"
      emptyText={`Your deleted projects can be restored here for ${RESTORABLE_DAYS} days.`}
      under={({ number, property_address: address, property_city: city }) => `${number} · ${address}, ${city}`}
      column={{ name: 'Client company', cell: ({ client_company: company }) => company }}
      loses={`Documents, annotations, features, site visits and members are removed. Issued reports are kept for ${RETENTION_YEARS} years after their issue; administrators find them under Settings / Retained reports.`}
      back={back}
      answer={answer}
      onPage={(next) => change({ page: next === 1 ? null : String(next) })}
      restore={(some) => void restoreProjects(dispatch, some)}
      erase={(some) => eraseProjects(dispatch, some)}
    />
  );
}
