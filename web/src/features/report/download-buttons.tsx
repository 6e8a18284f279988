import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { documentsOf, pdfsOf } from './documents.js';
import type { ReportVersion } from './report-api.js';
import { useDownload } from './use-download.js';

/** One button for the PDF, disabled without one; one for each volume of a report with many pictures. */
export function DownloadButtons({ version, label }: { version: ReportVersion | undefined; label: string }) {
  const download = useDownload();
  const pdfs = documentsOf(pdfsOf(version?.files ?? []));
  if (!version || pdfs.length < 2)
    return (
      <Button
        icon={<ArrowDownloadRegular />}
        disabled={!version || pdfs.length === 0}
        onClick={() => version && void download(version)}
      >
        {label}
      </Button>
    );
  return (
    <>
      {pdfs.map(({ name, label: volume }) => (
        <Button key={name} icon={<ArrowDownloadRegular />} onClick={() => void download(version, name)}>
          {`${label} (${volume})`}
        </Button>
      ))}
    </>
  );
}
