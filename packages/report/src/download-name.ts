import path from 'node:path';

/** Name of a downloaded file: `report-v2.pdf`, `report-v2-volume-2.pdf`; others as in the folder, but without folders. */
export const downloadName = (file: string, version: number): string =>
  path.posix.basename(file).replace(/^report(?=(?:-volume-\d+)?\.[a-z]+$)/, `report-v${version}`);
