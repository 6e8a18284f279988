import { PageHeader } from '../../components/page-header.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useManagesInstallation } from '../../lib/session/me.js';
import { TemplateSheet } from './template-sheet.js';

/** Word template of the installation. The operator's administrators change it; everyone reads it. */
export function ReportTemplatePage() {
  const canChange = useManagesInstallation();
  useDocumentTitle('Report template');
  return (
    <>
      <PageHeader
        title="Report template"
        subtitle="For the reports of all projects that have no template of their own."
      />
      <TemplateSheet projectId={null} canChange={canChange} />
    </>
  );
}
