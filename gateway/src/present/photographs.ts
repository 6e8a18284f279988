import type { app } from '@symbio/api';
import type { Photograph } from '@symbio/proto/document';
import { moment } from './json.js';

export const presentPhotograph = (photograph: Photograph): app.photographs.PhotographJson => ({
  id: photograph.id,
  project_id: photograph.projectId,
  visit_id: photograph.visitId,
  file_name: photograph.fileName,
  caption: photograph.caption,
  image_url: photograph.imageUrl,
  thumbnail_url: photograph.thumbnailUrl,
  width: photograph.width,
  height: photograph.height,
  file_size: photograph.fileSize,
  taken_at: photograph.takenAt || null,
  latitude: photograph.latitude ?? null,
  longitude: photograph.longitude ?? null,
  heading: photograph.heading ?? null,
  view_direction: photograph.viewDirection || null,
  feature_id: photograph.featureId || null,
  added_by: photograph.addedBy,
  added_by_name: photograph.addedByName,
  created_at: moment(photograph.createdAt),
  updated_at: moment(photograph.updatedAt),
});
