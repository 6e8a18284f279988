import { useMemo } from 'react';
import { useShownPhotos } from '../offline/use-unsent.js';
import { PhotoLinks } from './photo-links.js';
import type { QueuedPhoto } from './photo-queue.js';
import type { VisitPhoto } from './photo-records.js';
import { WallCaption } from './wall-caption.js';

interface PendingDetailsProps {
  photo: QueuedPhoto;
  visitId: string;
  /** From 1. */
  number: number;
}

/** Caption, direction and feature of a photograph that has not arrived; they are sent after it. */
export function PendingDetails({ photo, visitId, number }: PendingDetailsProps) {
  const { id, file } = photo;
  const known = useMemo(
    (): VisitPhoto[] => [
      {
        id,
        visit_id: visitId,
        file_name: file.name,
        caption: '',
        image_url: '',
        thumbnail_url: '',
        width: 0,
        height: 0,
        taken_at: null,
        latitude: null,
        longitude: null,
        heading: null,
        added_by_name: '',
        created_at: '',
      },
    ],
    [id, visitId, file.name],
  );
  const [shown] = useShownPhotos(known);
  if (!shown || photo.state === 'refused') return null;
  return (
    <>
      <WallCaption photo={shown} number={number} canEdit />
      <PhotoLinks photo={shown} number={number} canEdit />
    </>
  );
}
