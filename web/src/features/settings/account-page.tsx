import { Badge, Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { ChangePassword } from './change-password.js';
import { ProfileSection } from './profile-form.js';
import { QualificationSection } from './qualification-form.js';
import { SettingRow } from './setting-row.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
  security: { scrollMarginTop: '16px' },
});

interface AccountPageProps {
  /** The address names a section. */
  atSecurity?: boolean;
  /** Choice of light or dark. */
  appearance: ReactNode;
}

/** Name, password, sessions and appearance (SET-01 to SET-03, SET-05 to SET-07, STUB-10). */
export function AccountPage({ atSecurity = false, appearance }: AccountPageProps) {
  const styles = useStyles();
  const security = useRef<HTMLDivElement>(null);
  useDocumentTitle('Account');
  useEffect(() => {
    // jsdom has no scrolling
    if (atSecurity) security.current?.scrollIntoView?.();
  }, [atSecurity]);
  return (
    <>
      <PageHeader title="Account" subtitle="Your name, how you sign in, and how Symbio looks in this browser." />
      <div className={styles.stack}>
        <ProfileSection />
        <QualificationSection />
        <div ref={security} className={styles.security}>
          <Sheet title="Security">
            <ChangePassword />
          </Sheet>
        </div>
        <Sheet title="Active Sessions">
          <SettingRow title="Current session" text="This browser">
            <Badge appearance="tint" color="success">
              Active
            </Badge>
          </SettingRow>
        </Sheet>
        <Sheet title="Appearance">{appearance}</Sheet>
        <Sheet title="Planned" note="Not available yet.">
          <SettingRow
            title="Two-factor authentication is not enabled"
            text="A second factor protects the account when a password is lost."
          >
            <Button disabled>Enable 2FA</Button>
          </SettingRow>
        </Sheet>
      </div>
    </>
  );
}
