import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import type { ReportState } from '@symbio/proto/reports/vocabulary';
import { useProject } from '../../lib/project/project-context.js';
import type { ReportVersion } from './report-api.js';
import { progressOf } from './versions.js';

const wide = '@media (min-width: 761px)';

const useStyles = makeStyles({
  // in narrow windows the button is below the text
  bar: {
    marginBottom: '20px',
    [wide]: {
      gridTemplateAreas: '"icon body secondaryActions"',
      alignItems: 'center',
      paddingTop: tokens.spacingVerticalS,
      paddingBottom: tokens.spacingVerticalS,
    },
  },
  actions: { [wide]: { marginTop: 0, marginBottom: 0 } },
});

const NEXT: Readonly<Partial<Record<ReportState, string>>> = {
  draft: 'The next step is its review.',
  in_review: 'It is in review. The next step is its signature.',
  signed: 'It is signed. The next step is to send it.',
};

interface Step {
  title: string;
  text?: string;
  intent?: 'error' | 'warning';
  /** Continues on this page. */
  isHere?: true;
}

function stepOf(version: ReportVersion): Step | undefined {
  const { number, state, reason, composition } = version;
  const text = NEXT[state];
  if (text === undefined) return undefined;
  const progress = progressOf(version);
  const title = `Version ${number}: ${progress}`;
  if (composition.state === 'failed') return { title, intent: 'error', isHere: true };
  if (progress) return { title };
  if (state !== 'draft' || !reason) return { title: `Version ${number} is locked.`, text };
  const steps = 'Make the requested changes, then lock a new version.';
  return {
    title: `Version ${number} needs changes.`,
    text: `${steps} Requested: “${reason}”`,
    intent: 'warning',
    isHere: true,
  };
}

/** What becomes of the newest version, and where; nothing once it is sent. */
export function NextStep({ version }: { version: ReportVersion }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { project } = useProject();
  const step = stepOf(version);
  if (!step) return null;
  return (
    <MessageBar className={styles.bar} intent={step.intent ?? 'info'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{step.title}</MessageBarTitle>
        {step.text}
      </MessageBarBody>
      {step.isHere ? null : (
        <MessageBarActions className={styles.actions}>
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
