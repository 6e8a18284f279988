/** Interrupted uploads of documents. */
import { interruptedFiles, type InterruptedFile } from '../../../lib/files/interrupted-files.js';

export interface InterruptedUpload extends InterruptedFile {
  projectId: string;
  lastModified: number;
  category: string | null;
}

/** The server keeps parts for a week. */
const KEPT_MS = 7 * 24 * 3_600_000;

const uploads = interruptedFiles<InterruptedUpload>('symbio-broken-off-uploads', KEPT_MS, {
  texts: ['projectId'],
  numbers: ['lastModified'],
});

export const interruptedUploadsOf = (projectId: string): InterruptedUpload[] =>
  uploads.all().filter((row) => row.projectId === projectId);

export const interruptedUploadOfFile = (projectId: string, file: File): InterruptedUpload | undefined =>
  interruptedUploadsOf(projectId).find(
    ({ name, size, lastModified }) => name === file.name && size === file.size && lastModified === file.lastModified,
  );

export const { remember: rememberUpload, forget: forgetUpload, forgetAll: forgetAllUploads } = uploads;
