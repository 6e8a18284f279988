import { Badge, Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
  form: { display: 'flex', flexDirection: 'column', gap: '14px', maxWidth: '380px' },
  update: { alignSelf: 'flex-start' },
});

/** Password, second factor and sessions: shown, not changeable yet (SET-05 to SET-07, STUB-10). */
export function SecurityPage() {
  const styles = useStyles();
  useDocumentTitle('Security');
  return (
    <>
      <PageHeader title="Security" subtitle="Changes of sign-in data are not available here yet." />
      <div className={styles.stack}>
        <Sheet title="Password">
          <form className={styles.form}>
            <Field label="Current password">
              <Input type="password" autoComplete="off" disabled />
            </Field>
            <Field label="New password">
              <Input type="password" autoComplete="off" disabled />
            </Field>
            <Field label="Confirm new password">
              <Input type="password" autoComplete="off" disabled />
            </Field>
            <Button className={styles.update} appearance="primary" disabled>
              Update Password
            </Button>
          </form>
        </Sheet>
        <Sheet title="Two-factor authentication">
          <SettingRow
            title="Two-factor authentication is not enabled"
            text="A second factor protects the account when a password is lost."
          >
            <Button disabled>Enable 2FA</Button>
          </SettingRow>
        </Sheet>
        <Sheet title="Active Sessions">
          <SettingRow title="Current session" text="This browser">
            <Badge appearance="tint" color="success">
              Active
            </Badge>
          </SettingRow>
        </Sheet>
      </div>
    </>
  );
}
