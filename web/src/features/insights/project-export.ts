import { CallError, errorFromResponse } from '../../lib/http/errors.js';
import { authorizedFetch, urlWithParams } from '../../lib/http/request.js';
import { saveFile } from '../../lib/files/save-file.js';

export const EXPORT_KINDS = ['features', 'mentions', 'annotations'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_FORMATS = ['geojson', 'kml', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** RFC 6266, preferring the encoded name; null if absent. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // invalid encoding: use the plain name
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '');
  const name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
  return name ? name : null;
}

/**
 * A plain link cannot send the bearer token.
 * @returns the file's name
 * @throws CallError
 */
export async function downloadExport(projectId: string, what: ExportKind, format: ExportFormat): Promise<string> {
  const path = `/api/projects/${encodeURIComponent(projectId)}/export`;
  return download(urlWithParams(path, { what, format }), `${what}.${format}`);
}

/**
 * Features, evidence and chronology as an Excel file.
 * @returns the file's name
 * @throws CallError
 */
export const downloadWorkbook = (projectId: string): Promise<string> =>
  download(`/api/projects/${encodeURIComponent(projectId)}/workbook`, 'evidence.xlsx');

async function download(address: string, otherName: string): Promise<string> {
  const response = await authorizedFetch(address);
  if (!response.ok) throw new CallError(errorFromResponse(response, await response.json().catch(() => null)));
  const name = fileNameOf(response.headers.get('content-disposition')) ?? otherName;
  saveFile(await response.blob(), name);
  return name;
}
