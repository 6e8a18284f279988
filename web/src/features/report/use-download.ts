import { useGetReportFileUrlMutation, type ReportVersion } from './report-api.js';

/** Downloads a file of a version, by default the PDF. */
export function useDownload(): (version: Pick<ReportVersion, 'id'>, name?: string) => Promise<void> {
  const [getUrl] = useGetReportFileUrlMutation();
  return async ({ id }, name = 'report.pdf') => {
    const { data: url } = await getUrl({ id, name });
    if (url !== undefined) window.location.assign(url);
  };
}
