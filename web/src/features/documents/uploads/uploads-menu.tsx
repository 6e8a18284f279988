import { makeStyles, Text } from '@fluentui/react-components';
import { ArrowUploadRegular, CheckmarkCircleRegular, WarningRegular } from '@fluentui/react-icons';
import { RouterLink } from '../../../components/router-link.js';
import { UnderWayMenu } from '../../../components/under-way-menu.js';
import type { UploadItem } from './machine.js';
import type { ProjectUploads } from './registry.js';
import { UploadLists } from './upload-lists.js';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '12px' },
});

const isUnderWay = ({ status, isUploading }: UploadItem): boolean =>
  isUploading || status === 'Waiting' || status === 'Checking...' || status === 'Uploaded, classifying...';

/** What the frame of the application says of all uploads: `2 of 5 uploaded`, `1 upload failed`. */
export function uploadsText(items: readonly UploadItem[], finished: number): string {
  const failed = items.filter(({ status }) => status === 'Failed').length;
  const asked = items.filter(({ status }) => status === 'Already uploaded').length;
  const running = items.filter(isUnderWay).length;
  if (running > 0) return `${finished} of ${finished + running} uploaded`;
  if (failed > 0) return `${failed} ${failed === 1 ? 'upload' : 'uploads'} failed`;
  const refused = items.filter(({ status }) => status === 'Not uploaded').length;
  if (asked > 0) return `${asked} ${asked === 1 ? 'file is' : 'files are'} here already`;
  if (refused > 0) return `${refused} ${refused === 1 ? 'file' : 'files'} not uploaded`;
  return `${finished} uploaded`;
}

/** What is said of the uploads of all projects, and opens their list. */
export function UploadsMenu({ all }: { all: readonly ProjectUploads[] }) {
  const styles = useStyles();
  const items = all.flatMap(({ state }) => state.items);
  const finished = all.flatMap(({ state }) => state.finished);
  const running = items.filter(isUnderWay);
  const text = uploadsText(items, finished.length);
  const progress = [...running, ...finished].reduce((sum, item) => sum + item.progress, 0);
  const Icon = running.length > 0 ? ArrowUploadRegular : items.length > 0 ? WarningRegular : CheckmarkCircleRegular;
  return (
    <UnderWayMenu
      label="Uploads"
      text={text}
      icon={<Icon />}
      share={running.length > 0 ? progress / (100 * (running.length + finished.length)) : undefined}
      testId="uploads-indicator"
    >
      {all.map(({ projectId, uploads, state }) => (
        <section key={projectId}>
          <div className={styles.head}>
            <Text weight="semibold">{text}</Text>
            <RouterLink to={`/projects/${projectId}/data-collection`}>Data Collection</RouterLink>
          </div>
          <UploadLists projectId={projectId} uploads={uploads} state={state} />
        </section>
      ))}
    </UnderWayMenu>
  );
}
