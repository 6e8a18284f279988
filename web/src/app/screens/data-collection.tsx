import { DataCollectionPage } from '../../features/documents/collection/data-collection-page.js';
import { PageSearchPanel } from '../../features/page-search/page-search-panel.js';
import { useProject } from '../../lib/project/project-context.js';

export function DataCollection() {
  const { project } = useProject();
  return (
    <DataCollectionPage
      search={(text, box) => <PageSearchPanel key={project.id} projectId={project.id} text={text} box={box} />}
    />
  );
}
