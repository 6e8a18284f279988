import { RouterLink } from '../../../components/router-link.js';
import { useGetDocumentQuery, type ProjectDocument } from '../../../evidence/documents-api.js';
import { pagesText } from './cuts.js';

interface DerivedFromProps {
  document: ProjectDocument;
  className?: string;
}

/** On a document made of a package: its pages there. */
export function DerivedFrom({ document, className }: DerivedFromProps) {
  const { derived_from: source, project_id: projectId } = document;
  const { currentData: parent } = useGetDocumentQuery(source?.document_id ?? '', { skip: !source });
  if (!source || !parent) return null;
  return (
    <span className={className}>
      {'From '}
      <RouterLink to={`/projects/${projectId}/documents/${parent.id}?page=${source.from_page}`}>
        {parent.title}
      </RouterLink>
      {`, ${pagesText(source)}`}
    </span>
  );
}
