import { useGetReportFileUrlMutation, type ReportVersion } from './report-api.js';

export const fileOf = ({ files }: ReportVersion) => files.find(({ name }) => name === 'report.pdf');

/** Downloads the PDF of a version. */
export function useDownload(): (version: ReportVersion) => Promise<void> {
  const [getUrl] = useGetReportFileUrlMutation();
  return async ({ id }) => {
    const { data: url } = await getUrl({ id, name: 'report.pdf' });
    if (url !== undefined) window.location.assign(url);
  };
}
