import { useGetRadiusReportQuery } from '../../../evidence/radius-report-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { countText } from '../../../lib/ui/formats.js';

/** Documents whose radius reports are looked up. */
const MOST = 20;

/** Says which confirmed records came from documents that are deleted. */
export function ConfirmedRecords({ documents }: { documents: readonly ProjectDocument[] }) {
  return documents.length > MOST ? (
    <p>Records of confirmed radius reports stay in the project.</p>
  ) : (
    documents.map(({ id, title }) => <OfDocument key={id} id={id} title={documents.length === 1 ? null : title} />)
  );
}

function OfDocument({ id, title }: { id: string; title: string | null }) {
  const { currentData: report } = useGetRadiusReportQuery(id);
  if (report?.state !== 'confirmed') return null;
  const count = [...report.rows, ...report.orphans].reduce((sum, { lists }) => sum + lists.length, 0);
  return (
    <p>
      {`${countText(count, 'confirmed record')} came from ${title === null ? 'its' : `“${title}”, its`} radius report. They stay, but their page can no longer be opened.`}
    </p>
  );
}
