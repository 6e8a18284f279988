import path from 'node:path';

/** CONST-04. */
export const documentPrefix = (projectId: string, documentId: string): string =>
  `projects/${projectId}/documents/${documentId}`;

export const originalKey = (projectId: string, documentId: string): string =>
  `${documentPrefix(projectId, documentId)}/original.pdf`;

/** File as sent, of which the PDF was made. @param extension without a dot */
export const sourceKey = (projectId: string, documentId: string, extension: string): string =>
  `${documentPrefix(projectId, documentId)}/source.${extension}`;

/** Copy of a protected PDF that needs no password. @param attempt unique: no other attempt's file is replaced */
export const unlockedKey = (projectId: string, documentId: string, attempt: string): string =>
  `${documentPrefix(projectId, documentId)}/unlocked-${attempt}.pdf`;

export const isUnlockedKey = (key: string): boolean => /\/unlocked-[\w-]+\.pdf$/.test(key);

export function originalOf(key: string): { projectId: string; documentId: string } | undefined {
  const [, projectId, documentId] =
    /^projects\/([^/]+)\/documents\/([^/]+)\/(?:original\.pdf|unlocked-[\w-]+\.pdf|source\.\w+)$/.exec(key) ?? [];
  return projectId && documentId ? { projectId, documentId } : undefined;
}

/** The picture is in a subfolder ({@link pictureFolder}). */
export const pagePrefix = (projectId: string, documentId: string, pageNumber: number): string =>
  `${documentPrefix(projectId, documentId)}/pages/${pageNumber}`;

/**
 * Also part of tile addresses. Unique per attempt, even for equal pictures: none removes another's files.
 * @param hash of the picture: short, hex
 */
export const pictureFolder = (hash: string, fencingToken: number): string => `${hash}_t${fencingToken}`;

/** 0 for folders older than tokens. */
export const tokenOfFolder = (name: string): number => Number(/_t(\d+)$/.exec(name)?.[1] ?? 0);

/** Full picture, created on demand. */
export const pageImageKey = (imagePath: string): string => `${path.posix.dirname(imagePath)}/image.jpg`;

export const photographPrefix = (projectId: string, visitId: string, photographId: string): string =>
  `projects/${projectId}/visits/${visitId}/photographs/${photographId}`;

export const PARTS_PREFIX = 'uploads';

export const partsOfProject = (projectId: string): string => `${PARTS_PREFIX}/${projectId}`;

export const partsPrefix = ({ id, projectId }: { id: string; projectId: string }): string =>
  `${partsOfProject(projectId)}/${id}`;
