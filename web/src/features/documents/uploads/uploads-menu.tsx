import { makeStyles, Text } from '@fluentui/react-components';
import { ArrowUploadRegular, CheckmarkCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { RouterLink } from '../../../components/router-link.js';
import { ProgressMenu } from '../../../components/progress-menu.js';
import { VisuallyHidden } from '../../../components/visually-hidden.js';
import { isUploaded } from './upload-state.js';
import type { UploadItem } from './upload-state.js';
import type { ProjectUploads } from './registry.js';
import { UploadLists } from './upload-lists.js';
import { countText } from '../../../lib/ui/formats.js';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '12px' },
  title: { display: 'block', overflowWrap: 'anywhere' },
  link: { whiteSpace: 'nowrap' },
});

const isInProgress = ({ status, isUploading }: UploadItem): boolean =>
  isUploading || status === 'waiting' || status === 'checking' || status === 'classifying';

/** `2 of 5 uploaded`, `1 upload failed` */
export function uploadsText(items: readonly UploadItem[], finished: readonly UploadItem[]): string {
  const arrived = finished.filter(isUploaded).length;
  const failed = items.filter(({ status }) => status === 'failed').length;
  const asked = items.filter(({ status }) => status === 'known').length;
  const running = items.filter(isInProgress).length;
  if (running > 0) return `${arrived} of ${arrived + running} uploaded`;
  if (failed > 0) return `${countText(failed, 'upload')} failed`;
  const refused = items.filter(({ status }) => status === 'refused').length;
  if (asked > 0) return `${countText(asked, 'file is', 'files are')} already here`;
  if (refused > 0) return `${countText(refused, 'file')} not uploaded`;
  const skipped = finished.length - arrived;
  if (arrived === 0 && skipped > 0) return `${countText(skipped, 'file')} not uploaded again`;
  return `${arrived} uploaded`;
}

export function UploadsMenu({ all }: { all: readonly ProjectUploads[] }) {
  const styles = useStyles();
  const items = all.flatMap(({ state }) => state.items);
  const finished = all.flatMap(({ state }) => state.finished);
  const running = items.filter(isInProgress);
  const counted = [...running, ...finished.filter(isUploaded)];
  const progress = counted.reduce((sum, item) => sum + item.progress, 0);
  const Icon = running.length > 0 ? ArrowUploadRegular : items.length > 0 ? WarningRegular : CheckmarkCircleRegular;
  return (
    <ProgressMenu
      label="Uploads"
      text={uploadsText(items, finished)}
      icon={<Icon />}
      share={running.length > 0 ? progress / (100 * counted.length) : undefined}
      testId="uploads-indicator"
    >
      {all.map(({ projectId, title, uploads, state }) => (
        <section key={projectId} aria-label={title}>
          <div className={styles.head}>
            <div>
              <Text weight="semibold" className={styles.title}>
                {title}
              </Text>
              <Text size={200}>{uploadsText(state.items, state.finished)}</Text>
            </div>
            <RouterLink to={`/projects/${projectId}/data-collection`} className={styles.link}>
              Data Collection
              <VisuallyHidden>{` of ${title}`}</VisuallyHidden>
            </RouterLink>
          </div>
          <UploadLists projectId={projectId} uploads={uploads} state={state} />
        </section>
      ))}
    </ProgressMenu>
  );
}
