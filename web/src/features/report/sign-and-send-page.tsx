import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { dateOnly, plainDate } from '../../lib/ui/formats.js';
import { useProject } from '../../lib/project/project-context.js';

const useStyles = makeStyles({
  sheet: { maxWidth: '560px' },
  form: { display: 'flex', flexDirection: 'column', gap: '18px' },
  date: { maxWidth: '240px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Placeholder of delivery (STUB-08). */
export function SignAndSendPage() {
  const styles = useStyles();
  const { project } = useProject();
  const [delivery, setDelivery] = useState(plainDate(project.due_date));
  useDocumentTitle('Sign and Send', project.title);
  return (
    <>
      <PageHeader title="Sign and Send" eyebrow={project.number} />
      <Sheet
        className={styles.sheet}
        title="Delivery"
        note="Signing and sending are not available yet. The date below is not saved."
      >
        <div className={styles.form}>
          <Field
            label="Delivery date"
            hint={project.due_date ? `The project is due on ${dateOnly(project.due_date)}.` : undefined}
          >
            <Input
              className={styles.date}
              type="date"
              value={delivery}
              onChange={(_, data) => setDelivery(data.value)}
            />
          </Field>
          <div className={styles.actions}>
            <Button icon={<ArrowDownloadRegular />} disabled>
              Download Report
            </Button>
            <Button appearance="primary" disabled>
              Mark as Sent
            </Button>
          </div>
        </div>
      </Sheet>
    </>
  );
}
