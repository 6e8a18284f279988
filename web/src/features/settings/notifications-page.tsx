import { Button, makeStyles, Switch } from '@fluentui/react-components';
import { useId } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  actions: { display: 'flex', justifyContent: 'flex-end', marginTop: '20px' },
});

/** The issue service already sends the enabled ones to followers. */
const TOGGLES = [
  ['Document processing', 'When the pages of a document are ready, or its processing has failed.'],
  ['Due dates', 'A week and a day before a project is due.'],
  ['Site visits', 'When a visit is planned, moved or cancelled.'],
  ['Issues', 'When an issue that you follow changes. To stop, unfollow the issue on its page.', true],
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
        subtitle="You get emails about issues that you follow. The other notifications are planned."
      />
      <Sheet aria-label="Notifications">
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
