import { Badge, Button, makeStyles } from '@fluentui/react-components';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { ChangePassword } from './change-password.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
});

/** SET-05 to SET-07, STUB-10 */
export function SecurityPage() {
  const styles = useStyles();
  useDocumentTitle('Security');
  return (
    <>
      <PageHeader title="Security" subtitle="How you sign in. A second factor is not available yet." />
      <div className={styles.stack}>
        <Sheet title="Password">
          <ChangePassword />
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
