import { Button, makeStyles, Switch } from '@fluentui/react-components';
import { RETENTION_YEARS } from '@symbio/proto/limits';
import { useId } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  paragraph: { marginTop: '8px' },
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
});

/** Read-only for now (SET-08, SET-09, STUB-10). */
export function DataPrivacyPage() {
  const styles = useStyles();
  const analytics = useId();
  useDocumentTitle('Data Privacy');
  return (
    <>
      <PageHeader title="Data Privacy" subtitle="Which data is kept about you and your projects, and for how long." />
      <div className={styles.stack}>
        <Sheet title="Data retention">
          <p>
            Project data is retained for {RETENTION_YEARS} years after completion, so that an assessment can be relied
            on for as long as it may be called upon.
          </p>
          <p className={styles.paragraph}>
            Issued reports outlive even a project that is permanently deleted: administrators find them under Retained
            reports until {RETENTION_YEARS} years after their issue.
          </p>
          <p className={styles.paragraph}>
            The audit trail is kept apart from project data: forever, unless an administrator limits it to a number of
            days. It records who did what, not the content of documents.
          </p>
        </Sheet>
        <Sheet title="Planned" note="Not available yet. Ask an administrator to export or erase your data.">
          <SettingRow title="Export your data" text="A copy of your profile and of what you entered, as a file.">
            <Button disabled>Request Export</Button>
          </SettingRow>
          <SettingRow id={analytics} title="Usage analytics" text="Anonymous counts of the screens that are used.">
            <Switch disabled aria-labelledby={analytics} />
          </SettingRow>
          <SettingRow
            title="Delete your account"
            text="Removes your profile. Projects stay with the people who share them."
          >
            <Button disabled>Delete Account</Button>
          </SettingRow>
        </Sheet>
      </div>
    </>
  );
}
