import path from 'node:path';

/** Where a document's blobs are (CONST-04). */
export const documentPrefix = (projectId: string, documentId: string): string =>
  `projects/${projectId}/documents/${documentId}`;

export const originalKey = (projectId: string, documentId: string): string =>
  `${documentPrefix(projectId, documentId)}/original.pdf`;

/** The document whose original a key is of. */
export function originalOf(key: string): { projectId: string; documentId: string } | undefined {
  const [, projectId, documentId] = /^projects\/([^/]+)\/documents\/([^/]+)\/original\.pdf$/.exec(key) ?? [];
  return projectId && documentId ? { projectId, documentId } : undefined;
}

/** Where a page's blobs are, those of its picture in a folder of its own ({@link pictureFolder}). */
export const pagePrefix = (projectId: string, documentId: string, pageNumber: number): string =>
  `${documentPrefix(projectId, documentId)}/pages/${pageNumber}`;

/**
 * Name of the folder of a page's picture, which stands in the addresses of its tiles, too. Each attempt has its own, so that none
 * removes or takes what another one refers to, equal pictures or not.
 * @param hash of the picture: short, hex
 * @param fencingToken the attempt's
 */
export const pictureFolder = (hash: string, fencingToken: number): string => `${hash}_t${fencingToken}`;

/** The fencing token of the attempt that made a folder; 0 for those of versions before there were any. */
export const tokenOfFolder = (name: string): number => Number(/_t(\d+)$/.exec(name)?.[1] ?? 0);

/** Key of the picture that the file server makes on demand beside a page's pyramid. */
export const pageImageKey = (imagePath: string): string => `${path.posix.dirname(imagePath)}/image.jpg`;

/** Where a photograph's blobs are. */
export const photographPrefix = (projectId: string, visitId: string, photographId: string): string =>
  `projects/${projectId}/visits/${visitId}/photographs/${photographId}`;

/** Where parts of files are that are not whole yet. */
export const PARTS_PREFIX = 'uploads';

export const partsOfProject = (projectId: string): string => `${PARTS_PREFIX}/${projectId}`;

export const partsPrefix = ({ id, projectId }: { id: string; projectId: string }): string =>
  `${partsOfProject(projectId)}/${id}`;

/** Keys of blobs take no colon, which actors of services have (`service:gateway`). */
const folderOf = (userId: string): string => userId.replaceAll(':', '-');

/** Where the parts that one user sent are: bytes of two people never become one file. */
const partsOfUser = (upload: { id: string; projectId: string }, userId: string): string =>
  `${partsPrefix(upload)}/${folderOf(userId)}`;

/** Keys in their order are the file's. @param offset bytes before the part */
export const partKey = (upload: { id: string; projectId: string }, userId: string, offset: number): string =>
  `${partsOfUser(upload, userId)}/${String(offset).padStart(12, '0')}.part`;

/** Whether a user sent the part of a key. */
export const isPartOfUser = (key: string, userId: string): boolean =>
  path.posix.basename(path.posix.dirname(key)) === folderOf(userId);

/** Whether the key of a part names its user: keys of versions before 2026-11-27 do not. */
export const namesUser = (key: string, upload: { id: string; projectId: string }): boolean =>
  path.posix.dirname(key) !== partsPrefix(upload);

/** Bytes before the part of a key. */
export const partOffset = (key: string): number => Number(path.posix.basename(key, '.part'));
