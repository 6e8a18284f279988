import { SIGNED_URL_SECONDS } from '@symbio/proto/files';
import type { BlobStore } from '@symbio/blobs';
import type { SignedUrl } from './mapping.js';
import type { IssueRow, ScreenshotValue } from './model.js';

const THUMBNAIL_TYPE = 'image/webp';

/** Signs screenshot URLs (CONST-03) of several issues before mapping. */
export async function signedUrls(
  blobs: Pick<BlobStore, 'signedUrl'>,
  issues: readonly Pick<IssueRow, 'screenshots'>[],
): Promise<SignedUrl> {
  const sign = async (path: string, contentType: string): Promise<[string, string]> => [
    path,
    await blobs.signedUrl(path, { expiresIn: SIGNED_URL_SECONDS, contentType }),
  ];
  const both = ({ path, mimeType, thumbnailPath }: ScreenshotValue): Promise<[string, string]>[] => [
    sign(path, mimeType),
    ...(thumbnailPath ? [sign(thumbnailPath, THUMBNAIL_TYPE)] : []),
  ];
  const urls = new Map(await Promise.all(issues.flatMap(({ screenshots }) => screenshots.flatMap(both))));
  return (path) => urls.get(path) ?? '';
}
