import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CameraRegular, CheckmarkCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { RouterLink } from '../../../components/router-link.js';
import { ProgressMenu } from '../../../components/progress-menu.js';
import { countText, dateOnly } from '../../../lib/ui/formats.js';
import { useListSiteVisitsQuery } from '../api.js';
import { PendingPhotos } from './photo-adder.js';
import { isInProgress, type QueuedPhoto } from './photo-queue.js';
import type { VisitQueue } from './photo-registry.js';

export { resumePhotoUploads } from './photo-queues.js';

const useStyles = makeStyles({
  visit: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  head: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '12px' },
});

/** `2 of 5 photographs added`, `1 photograph not added` */
export function photosText(photos: readonly Pick<QueuedPhoto, 'state'>[], arrived: number): string {
  const inProgress = photos.filter(isInProgress).length;
  if (inProgress > 0) return `${arrived} of ${countText(arrived + inProgress, 'photograph')} added`;
  return photos.length > 0
    ? `${countText(photos.length, 'photograph')} not added`
    : `${countText(arrived, 'photograph')} added`;
}

function VisitSection({ projectId, visitId, queue }: VisitQueue) {
  const styles = useStyles();
  const { currentData: visits } = useListSiteVisitsQuery(projectId);
  const visit = visits?.find(({ id }) => id === visitId);
  const arrived = queue.getArrived();
  return (
    <section className={styles.visit}>
      <div className={styles.head}>
        <Text weight="semibold">{visit ? `Visit of ${dateOnly(visit.visit_date)}` : 'Site visit'}</Text>
        <RouterLink to={`/projects/${projectId}/site-reconnaissance`}>Site Reconnaissance</RouterLink>
      </div>
      <PendingPhotos photos={queue.getPhotos()} queue={queue} />
      {arrived > 0 ? (
        <div className={styles.head}>
          <Text>{`${countText(arrived, 'photograph')} added`}</Text>
          <Button size="small" appearance="subtle" onClick={() => queue.seen()}>
            Clear
          </Button>
        </div>
      ) : null}
    </section>
  );
}

export function PhotosMenu({ visits }: { visits: readonly VisitQueue[] }) {
  const photos = visits.flatMap(({ queue }) => queue.getPhotos());
  const arrived = visits.reduce((sum, { queue }) => sum + queue.getArrived(), 0);
  const inProgress = photos.filter(isInProgress);
  const sent = inProgress.reduce((sum, photo) => sum + photo.sent, arrived);
  const Icon = inProgress.length > 0 ? CameraRegular : photos.length > 0 ? WarningRegular : CheckmarkCircleRegular;
  return (
    <ProgressMenu
      label="Photographs"
      text={photosText(photos, arrived)}
      icon={<Icon />}
      share={inProgress.length > 0 ? sent / (arrived + inProgress.length) : undefined}
      testId="photographs-indicator"
    >
      {visits.map((visit) => (
        <VisitSection key={visit.visitId} {...visit} />
      ))}
    </ProgressMenu>
  );
}
