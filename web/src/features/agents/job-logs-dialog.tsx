import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  Spinner,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { RouterLink } from '../../components/router-link.js';
import { AttemptsList } from './attempts-list.js';
import { countText, idTail } from '../../lib/ui/formats.js';
import { documentPath, isActive, needsAnotherFile, resultText, shownStatus, type Job } from './job-records.js';
import { AnotherFile, JobProgressBar, StatusLabel } from './job-status.js';
import { LOG_STALE_S, pollOf, useGetJobLogsQuery, useGetJobQuery } from './jobs-api.js';
import { Actions, JobDocument } from './job-row.js';
import { inLocalTime, logLines } from './log-search.js';
import { LogView } from './log-view.js';
import type { JobActions } from './use-job-actions.js';

const useStyles = makeStyles({
  surface: {
    width: 'min(920px, calc(100vw - 32px))',
    maxWidth: 'none',
    height: 'min(760px, calc(100dvh - 48px))',
    padding: '20px 24px',
    '@media (max-width: 600px)': {
      width: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      padding: '16px',
      borderRadius: 0,
    },
  },
  body: { height: '100%', gridTemplateRows: 'auto minmax(0, 1fr)' },
  content: { display: 'flex', flexDirection: 'column', gap: '8px', minHeight: 0, overflow: 'hidden' },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '16px',
    rowGap: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  id: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere', userSelect: 'all' },
  error: { color: tokens.colorStatusDangerForeground3, overflowWrap: 'anywhere' },
  progress: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: '200px' },
  tabs: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  lines: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
});

type View = 'log' | 'attempts';

export interface JobLogsDialogProps {
  id: string;
  /** Absent if the table does not contain the job. */
  row: Job | undefined;
  actions: JobActions;
  onClose: () => void;
}

/** JOB-16 to JOB-20 */
export function JobLogsDialog({ id, row, actions, onClose }: JobLogsDialogProps) {
  const styles = useStyles();
  const [view, setView] = useState<View>('log');
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a status change may remove the focused button; without focus Escape would not close the dialog (JOB-17)
    if (document.activeElement === document.body) surface.current?.focus();
  });
  const single = useGetJobQuery(id, { skip: row !== undefined });
  const job = row ?? single.currentData;
  const log = useGetJobLogsQuery(id, { refetchOnMountOrArgChange: LOG_STALE_S, pollingInterval: pollOf(job) });
  const lines = useMemo(() => logLines(log.currentData ?? '').map(inLocalTime), [log.currentData]);

  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface ref={surface} className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle
            action={<Button appearance="subtle" icon={<DismissRegular />} aria-label="Close" onClick={onClose} />}
          >
            Job Logs
          </DialogTitle>
          <DialogContent className={styles.content}>
            <div className={styles.facts}>
              <span>
                {'Job ID: '}
                <span className={styles.id}>{id}</span>
              </span>
              {job ? <JobFacts job={job} actions={actions} /> : null}
            </div>
            <div className={styles.tabs}>
              <TabList
                size="small"
                selectedValue={view}
                onTabSelect={(_, { value }) => setView(value === 'attempts' ? 'attempts' : 'log')}
              >
                <Tab value="log">Log</Tab>
                <Tab value="attempts">Attempts</Tab>
              </TabList>
              {view === 'log' && log.currentData !== undefined ? (
                <span className={styles.lines}>{countText(lines.length, 'line')}</span>
              ) : null}
            </div>
            <div className={styles.panel} role="tabpanel" aria-label={view === 'log' ? 'Log' : 'Attempts'}>
              {view === 'attempts' ? (
                job ? (
                  <AttemptsList job={job} />
                ) : single.error ? (
                  <ErrorState title="The attempts could not be loaded" onRetry={() => void single.refetch()}>
                    {single.error.message}
                  </ErrorState>
                ) : (
                  <Spinner size="small" label="Loading attempts..." />
                )
              ) : log.error && log.currentData === undefined ? (
                <ErrorState title="The log could not be loaded" onRetry={() => void log.refetch()}>
                  {log.error.message}
                </ErrorState>
              ) : log.currentData === undefined ? (
                <Spinner size="small" label="Loading logs..." />
              ) : lines.length === 0 ? (
                <EmptyState title="No logs available">
                  This job hasn't generated any logs yet or they may have been cleared.
                </EmptyState>
              ) : (
                <LogView
                  lines={lines}
                  name={logName(id, job?.document_filename)}
                  isGrowing={job !== undefined && isActive(job)}
                />
              )}
            </div>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** `sanborn-log-1a2b3c4d.txt` */
export const logName = (id: string, fileName: string | null | undefined): string =>
  `${(fileName ?? 'job').replace(/\.pdf$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-')}-log-${idTail(id)}.txt`;

function JobFacts({ job, actions }: { job: Job; actions: JobActions }) {
  const styles = useStyles();
  const made = resultText(job.result);
  const path = documentPath(job);
  return (
    <>
      <StatusLabel status={shownStatus(job)} />
      {job.stopping ? <span>Stopping after this page</span> : null}
      {job.status === 'processing' && job.progress ? (
        <span className={styles.progress}>
          <JobProgressBar job={job} />
        </span>
      ) : null}
      <span>{job.type}</span>
      <JobDocument job={job} />
      {made && path ? <RouterLink to={path}>{made}</RouterLink> : null}
      <Actions job={job} isBusy={actions.busy.has(job.id)} onAct={actions.act} />
      {job.error_message ? (
        <span className={mergeClasses(shownStatus(job) === 'failed' && styles.error)}>{job.error_message}</span>
      ) : null}
      {needsAnotherFile(job) ? <AnotherFile projectId={job.project_id} /> : null}
    </>
  );
}
