import type { Photograph } from '@symbio/proto/document';
import type { PhotographRow } from './model.js';

export interface PhotographLinks {
  imageUrl: string;
  thumbnailUrl: string;
}

/** Without links the addresses are empty. */
export const toPhotograph = (row: PhotographRow, links?: PhotographLinks): Photograph => ({
  id: row._id,
  projectId: row.projectId,
  visitId: row.visitId,
  fileName: row.fileName,
  caption: row.caption,
  imageUrl: links?.imageUrl ?? '',
  thumbnailUrl: links?.thumbnailUrl ?? '',
  width: row.stored?.width ?? 0,
  height: row.stored?.height ?? 0,
  fileSize: row.stored?.fileSize ?? 0,
  takenAt: row.takenAt,
  latitude: row.latitude,
  longitude: row.longitude,
  heading: row.heading,
  addedBy: row.addedBy,
  addedByName: row.addedByName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  viewDirection: row.viewDirection ?? '',
  featureId: row.featureId ?? '',
});
