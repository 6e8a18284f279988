import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowLeftRegular, DeleteRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useDangerStyles } from '../../../components/danger-styles.js';
import { ErrorState } from '../../../components/error-state.js';
import { LoadingView } from '../../../components/loading-view.js';
import { PageHeader } from '../../../components/page-header.js';
import { RouterLink } from '../../../components/router-link.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useWayBack } from '../../../lib/navigation/url-state.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useLiveChanges } from '../../../lib/live/live-changes.js';
import { issuesApi, useGetIssueQuery } from '../api.js';
import { removeIssue } from '../issue-removal.js';
import { issuePath, type Issue } from '../issue-records.js';
import { CommentsPanel } from './comments-panel.js';
import { ContextPanel } from './context-panel.js';
import { AssignToMe, DetailsPanel } from './details-panel.js';
import { FollowersPanel } from './followers.js';
import { HistoryPanel } from './history-panel.js';
import { IssueDescription } from './issue-description.js';
import { IssueTitle } from './issue-title.js';
import { LinksPanel } from './links-panel.js';
import { ScreenshotUpload } from './screenshot-upload.js';
import { ScreenshotsPanel } from './screenshots-panel.js';

const useStyles = makeStyles({
  back: { display: 'inline-flex', alignItems: 'center', gap: '6px', alignSelf: 'flex-start', marginBottom: '14px' },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 340px',
    alignItems: 'start',
    gap: '20px',
    '@media (max-width: 980px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '20px', minWidth: 0 },
});

/** Seconds after which opening the screen rereads the issue. */
const STALE_S = 2;

/** Missing, forbidden, or an invalid id (400). */
const NOT_FOUND: readonly unknown[] = [400, 403, 404];

function BackLink() {
  const styles = useStyles();
  const wayBack = useWayBack();
  return (
    <RouterLink to={wayBack('/issues')} className={styles.back}>
      <ArrowLeftRegular aria-hidden="true" />
      Back to Issues
    </RouterLink>
  );
}

/** By id or short number in the URL (NAV-03, ISSUE-11 to ISSUE-20). */
export function IssuePage() {
  const { issueId = '' } = useParams();
  // events arrive only while the screen is open, so a cached result may be outdated
  const { currentData, error, isFetching, refetch } = useGetIssueQuery(issueId, { refetchOnMountOrArgChange: STALE_S });
  useLiveChanges(null);
  useShortUrl(issueId, currentData);
  useBreadcrumbTail(currentData?.key ?? (error ? null : undefined));
  useDocumentTitle(currentData && `${currentData.key} ${currentData.title}`, 'Issues');
  // also if it was loaded before and deleted since
  if (error && 'status' in error && NOT_FOUND.includes(error.status)) {
    return (
      <>
        <BackLink />
        <PageHeader
          title="Issue Not Found"
          subtitle={`The issue with ID "${issueId}" could not be found or you don't have permission to view it.`}
        />
      </>
    );
  }
  if (!currentData) {
    return (
      <>
        <BackLink />
        {error && !isFetching ? (
          <ErrorState title="Failed to load issue" retryLabel="Try again" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : (
          <LoadingView label="Loading issue..." />
        )}
      </>
    );
  }
  return <IssueView key={currentData.id} issue={currentData} />;
}

function useShortUrl(asked: string, issue: Issue | undefined): void {
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    if (!issue || issue.key === asked) return;
    // share the cached result between both keys
    void dispatch(issuesApi.util.upsertQueryData('getIssue', issue.key, issue));
    void navigate(issuePath(issue), { replace: true });
  }, [asked, issue, dispatch, navigate]);
}

function IssueView({ issue }: { issue: Issue }) {
  const danger = useDangerStyles();
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const remove = (): void => void removeIssue(dispatch, issue, () => void navigate(wayBack('/issues')));
  return (
    <>
      <BackLink />
      <IssueTitle
        issue={issue}
        actions={
          <>
            <AssignToMe issue={issue} />
            <Button className={danger.plain} icon={<DeleteRegular />} onClick={remove}>
              Delete Issue
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <IssueDescription issue={issue} />
          <ScreenshotsPanel issueId={issue.id}>
            <ScreenshotUpload issueId={issue.id} />
          </ScreenshotsPanel>
          <CommentsPanel issueId={issue.id} count={issue.comment_count} />
        </div>
        <div className={styles.column}>
          <DetailsPanel issue={issue} />
          <LinksPanel issue={issue} />
          <ContextPanel context={issue.context} />
          <FollowersPanel issue={issue} />
          <HistoryPanel issueId={issue.id} />
        </div>
      </div>
    </>
  );
}
