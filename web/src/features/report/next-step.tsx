import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import type { ReportState } from '@symbio/proto/reports/vocabulary';
import { useProject } from '../../lib/project/project-context.js';
import type { ReportVersion } from './report-api.js';
import { progressOf } from './versions.js';

const useStyles = makeStyles({ bar: { marginBottom: '20px' } });

const NEXT: Readonly<Partial<Record<ReportState, string>>> = {
  draft: 'The next step is its review.',
  in_review: 'It is in review. The next step is its signature.',
  signed: 'It is signed. The next step is to send it.',
};

/** What becomes of the newest version, and where; nothing once it is sent. */
export function NextStep({ version }: { version: ReportVersion }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { project } = useProject();
  const next = NEXT[version.state];
  if (next === undefined) return null;
  const progress = progressOf(version);
  const hasFailed = version.composition.state === 'failed';
  return (
    <MessageBar className={styles.bar} intent={hasFailed ? 'error' : 'info'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          {progress ? `Version ${version.number}: ${progress}` : `Version ${version.number} is locked.`}
        </MessageBarTitle>
        {progress ? null : next}
      </MessageBarBody>
      {hasFailed ? null : (
        <MessageBarActions>
          <Button
            icon={<ArrowRightRegular />}
            iconPosition="after"
            onClick={() => void navigate(`/projects/${project.id}/sign-and-send`)}
          >
            Sign and Send
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
