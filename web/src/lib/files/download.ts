import { CallError, errorFromResponse } from '../http/errors.js';
import { authorizedFetch, urlWithParams, type HttpRequest } from '../http/request.js';
import { saveFile } from './save-file.js';

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
 * @param otherName without a name from the server
 * @returns the file's name
 * @throws CallError
 */
export async function download(
  { url, params }: Pick<HttpRequest, 'url' | 'params'>,
  otherName: string,
): Promise<string> {
  const response = await authorizedFetch(urlWithParams(url, params));
  if (!response.ok) throw new CallError(errorFromResponse(response, await response.json().catch(() => null)));
  const name = fileNameOf(response.headers.get('content-disposition')) ?? otherName;
  saveFile(await response.blob(), name);
  return name;
}
