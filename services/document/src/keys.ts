import path from 'node:path';

/** Where a document's blobs are (CONST-04). */
export const documentPrefix = (projectId: string, documentId: string): string =>
  `projects/${projectId}/documents/${documentId}`;

export const originalKey = (projectId: string, documentId: string): string =>
  `${documentPrefix(projectId, documentId)}/original.pdf`;

/** Where a page's blobs are; the hash changes with the picture, so that nothing is ever overwritten. */
export const pagePrefix = (projectId: string, documentId: string, pageNumber: number, hash: string): string =>
  `${documentPrefix(projectId, documentId)}/pages/${pageNumber}/${hash}`;

/** Key of the picture that the file server makes on demand beside a page's pyramid. */
export const pageImageKey = (imagePath: string): string => `${path.posix.dirname(imagePath)}/image.jpg`;

/** Where a photograph's blobs are. */
export const photographPrefix = (projectId: string, visitId: string, photographId: string): string =>
  `projects/${projectId}/visits/${visitId}/photographs/${photographId}`;
