import path from 'node:path';

/** Prefix of a document's blobs (CONST-04). */
export const documentPrefix = (projectId: string, documentId: string): string =>
  `projects/${projectId}/documents/${documentId}`;

export const originalKey = (projectId: string, documentId: string): string =>
  `${documentPrefix(projectId, documentId)}/original.pdf`;

export function originalOf(key: string): { projectId: string; documentId: string } | undefined {
  const [, projectId, documentId] = /^projects\/([^/]+)\/documents\/([^/]+)\/original\.pdf$/.exec(key) ?? [];
  return projectId && documentId ? { projectId, documentId } : undefined;
}

/** Prefix of a page's blobs; its picture is in a subfolder ({@link pictureFolder}). */
export const pagePrefix = (projectId: string, documentId: string, pageNumber: number): string =>
  `${documentPrefix(projectId, documentId)}/pages/${pageNumber}`;

/**
 * Also part of the tile addresses. Unique per attempt, so that none removes or reuses another attempt's files, even if
 * the pictures are equal.
 * @param hash of the picture: short, hex
 * @param fencingToken the attempt's
 */
export const pictureFolder = (hash: string, fencingToken: number): string => `${hash}_t${fencingToken}`;

/** Fencing token of the attempt that made a folder; 0 in folders of versions without tokens. */
export const tokenOfFolder = (name: string): number => Number(/_t(\d+)$/.exec(name)?.[1] ?? 0);

/** Key of the full picture that the file server creates on demand, next to the pyramid. */
export const pageImageKey = (imagePath: string): string => `${path.posix.dirname(imagePath)}/image.jpg`;

export const photographPrefix = (projectId: string, visitId: string, photographId: string): string =>
  `projects/${projectId}/visits/${visitId}/photographs/${photographId}`;

/** Prefix of parts of incomplete files. */
export const PARTS_PREFIX = 'uploads';

export const partsOfProject = (projectId: string): string => `${PARTS_PREFIX}/${projectId}`;

export const partsPrefix = ({ id, projectId }: { id: string; projectId: string }): string =>
  `${partsOfProject(projectId)}/${id}`;

/** Blob keys may not contain colons, which service actors do (`service:gateway`). */
const folderOf = (userId: string): string => userId.replaceAll(':', '-');

/** Prefix of one user's parts: bytes of different users never form one file. */
const partsOfUser = (upload: { id: string; projectId: string }, userId: string): string =>
  `${partsPrefix(upload)}/${folderOf(userId)}`;

/** Key order is file order. @param offset bytes before the part */
export const partKey = (upload: { id: string; projectId: string }, userId: string, offset: number): string =>
  `${partsOfUser(upload, userId)}/${String(offset).padStart(12, '0')}.part`;

export const isPartOfUser = (key: string, userId: string): boolean =>
  path.posix.basename(path.posix.dirname(key)) === folderOf(userId);

/** Whether a part's key names its user: keys of versions before 2026-11-27 do not. */
export const namesUser = (key: string, upload: { id: string; projectId: string }): boolean =>
  path.posix.dirname(key) !== partsPrefix(upload);

export const partOffset = (key: string): number => Number(path.posix.basename(key, '.part'));
