import { makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { useListVisitPhotosQuery, useRemovePhotoMutation, useRestorePhotoMutation } from '../api.js';
import { useShownPhotos, useUnsentOf } from '../offline/use-unsent.js';
import { PendingPhotos, PickPhotos } from './photo-adder.js';
import { PendingDetails } from './pending-details.js';
import { PhotoGallery } from './photo-gallery.js';
import { photoName, type VisitPhoto } from './photo-records.js';
import { PhotoView } from './photo-view.js';
import { usePhotoQueue } from './photo-queues.js';

/** Signed URLs expire after an hour (CONST-03). */
const RENEWED_MS = 45 * 60_000;

const NONE: readonly VisitPhoto[] = [];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '12px', borderRadius: tokens.borderRadiusMedium },
  dropped: { outline: `2px dashed ${tokens.colorBrandStroke1}`, outlineOffset: '6px' },
});

interface VisitPhotosProps {
  projectId: string;
  visitId: string;
  /** `visit of Oct 3, 2025` */
  of: string;
  canEdit: boolean;
}

export function VisitPhotos({ projectId, visitId, of, canEdit }: VisitPhotosProps) {
  const styles = useStyles();
  const isUnsent = useUnsentOf(visitId).some(({ change }) => change.kind === 'creation');
  const { currentData, error, refetch } = useListVisitPhotosQuery(isUnsent ? skipToken : { projectId, visitId }, {
    pollingInterval: RENEWED_MS,
    refetchOnFocus: true,
  });
  const { queue, photos: inProgress } = usePhotoQueue(projectId, visitId);
  const [remove] = useRemovePhotoMutation();
  const [restore] = useRestorePhotoMutation();
  const [openId, setOpenId] = useState<string>();
  const [isOver, setOver] = useState(false);
  /** A second click does nothing. */
  const deleting = useRef(new Set<string>());
  const photos = useShownPhotos(currentData ?? NONE);
  // deleted by another user: if restored, it must not reopen
  if (openId !== undefined && currentData && !photos.some(({ id }) => id === openId)) setOpenId(undefined);
  // viewing the visit marks uploads as viewed
  useEffect(() => {
    if (inProgress.length === 0) queue.seen();
  }, [queue, inProgress.length]);

  const take = async (photo: VisitPhoto, before: () => Promise<void>): Promise<void> => {
    if (deleting.current.has(photo.id)) return;
    deleting.current.add(photo.id);
    await before();
    const { error: refusal } = await remove(photo.id);
    deleting.current.delete(photo.id);
    if (refusal) {
      notify({ type: 'error', title: 'Failed to delete the photograph', description: changeRefusal(refusal) });
      return;
    }
    // undo is outside of the full-size view, so close it unless another photograph was opened
    setOpenId((open) => (open === photo.id ? undefined : open));
    offerUndo(
      { title: 'Photograph deleted', description: photoName(photo) },
      { what: `deletion of ${photoName(photo)}`, undo: () => restore(photo.id).unwrap() },
    );
  };

  const drop = canEdit && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      queue.add([...event.dataTransfer.files]);
    },
  };
  return (
    <div className={mergeClasses(styles.root, isOver && styles.dropped)} {...drop}>
      {currentData ? (
        photos.length > 0 ? (
          <PhotoGallery photos={photos} canEdit={canEdit} onOpen={setOpenId} />
        ) : null
      ) : error ? (
        <ErrorState title="The photographs could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : isUnsent ? null : (
        <Skeleton aria-label="Loading photographs">
          <SkeletonItem size={96} style={{ width: 168 }} />
        </Skeleton>
      )}
      <PendingPhotos
        photos={inProgress}
        queue={queue}
        details={(photo, index) => (
          <PendingDetails photo={photo} visitId={visitId} number={photos.length + index + 1} />
        )}
      />
      {canEdit ? <PickPhotos onPick={(files) => queue.add(files)} of={of} appearance="primary" /> : null}
      {openId !== undefined && photos.some(({ id }) => id === openId) ? (
        <PhotoView
          photos={photos}
          shownId={openId}
          canEdit={canEdit}
          onShow={setOpenId}
          onRemove={(photo, before) => void take(photo, before)}
          onClose={() => setOpenId(undefined)}
        />
      ) : null}
    </div>
  );
}
