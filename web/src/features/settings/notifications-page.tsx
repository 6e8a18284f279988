import { Badge, Button, makeStyles, Switch } from '@fluentui/react-components';
import { useId } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  works: { marginBottom: '20px' },
  actions: { display: 'flex', justifyContent: 'flex-end', marginTop: '20px' },
});

/** The issue service already sends the enabled ones to followers. */
const TOGGLES = [
  ['Document processing', 'When the pages of a document are ready, or its processing has failed.'],
  ['Due dates', 'A week and a day before a project is due.'],
  ['Site visits', 'When a visit is planned, moved or cancelled.'],
  ['Issues', 'Which changes of issues are mailed to you.', true],
  ['Product news', 'When a new version of Symbio is released.'],
] as const;

function Toggle({ title, text, isOn }: { title: string; text: string; isOn: boolean }) {
  const id = useId();
  return (
    <SettingRow id={id} title={title} text={text}>
      <Switch disabled checked={isOn} aria-labelledby={id} />
    </SettingRow>
  );
}

/** Read-only for now (SET-04, STUB-10). */
export function NotificationsPage() {
  const styles = useStyles();
  useDocumentTitle('Notifications');
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle="You get email about issues you follow, mentions of you and work assigned to you. Other notifications are planned."
      />
      <Sheet className={styles.works} title="Email">
        <SettingRow
          title="Issues you follow"
          text="When an issue that you follow changes. To stop, unfollow the issue on its page."
        >
          <Badge appearance="tint" color="success">
            On
          </Badge>
        </SettingRow>
        <SettingRow
          title="Mentions and assignments"
          text="When someone mentions you in a comment, or assigns a finding or a feature to you."
        >
          <Badge appearance="tint" color="success">
            On
          </Badge>
        </SettingRow>
      </Sheet>
      <Sheet title="Planned" note="These choices are not available yet.">
        {TOGGLES.map(([title, text, isOn = false]) => (
          <Toggle key={title} title={title} text={text} isOn={isOn} />
        ))}
        <div className={styles.actions}>
          <Button appearance="primary" disabled>
            Save Preferences
          </Button>
        </div>
      </Sheet>
    </>
  );
}
