import type { AnnotationDeps } from './annotation-deps.js';
import { createAnnotationRecords } from './annotation-records.js';
import { createAnnotationCreation } from './create-annotations.js';
import { createAnnotationRemoval } from './delete-and-restore.js';
import { createPictureFollowing } from '../shapes/follow-pictures.js';
import { createAnnotationReads } from './read-annotations.js';
import { createAnnotationUpdates } from './update-annotation.js';

export type Annotations = ReturnType<typeof createAnnotations>;

export function createAnnotations(deps: AnnotationDeps) {
  const records = createAnnotationRecords(deps);
  return {
    ...createAnnotationReads(deps, records),
    ...createAnnotationCreation(deps, records),
    ...createAnnotationUpdates(deps, records),
    ...createAnnotationRemoval(deps, records),
    ...createPictureFollowing(deps),
  };
}
