import { SIGNED_URL_SECONDS, type BlobStore } from '@symbio/kit';
import type { SignedUrl } from './mapping.js';
import type { IssueRow, ScreenshotValue } from './model.js';

/** Signs the addresses of screenshots (CONST-03), all of some issues' before they are mapped. */
export async function signedUrls(
  blobs: Pick<BlobStore, 'signedUrl'>,
  issues: readonly Pick<IssueRow, 'screenshots'>[],
): Promise<SignedUrl> {
  const sign = async ({ id, path, mimeType }: ScreenshotValue): Promise<[string, string]> => [
    id,
    await blobs.signedUrl(path, { expiresIn: SIGNED_URL_SECONDS, contentType: mimeType }),
  ];
  const urls = new Map(await Promise.all(issues.flatMap(({ screenshots }) => screenshots.map(sign))));
  return ({ id }) => urls.get(id) ?? '';
}
