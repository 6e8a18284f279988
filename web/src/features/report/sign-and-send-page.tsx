import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useProject } from '../../lib/project/project-context.js';
import { dateOnly, plainDate } from '../../lib/ui/formats.js';
import { DeliveryDate } from './delivery-date.js';
import { DownloadButtons } from './download-buttons.js';
import {
  useChangeVersionMutation,
  useGetReportQuery,
  useListReportVersionsQuery,
  useSaveDeliveryMutation,
} from './report-api.js';
import { ProfessionalSheet } from './professional.js';
import { TemplateSheet } from './template-sheet.js';
import { Versions } from './versions.js';

const useStyles = makeStyles({
  versions: { marginTop: '20px' },
  form: { display: 'flex', flexDirection: 'column', gap: '18px' },
  dates: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '18px 24px' },
  date: { width: '240px' },
  hint: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

const DATES = [
  { field: 'reliance_letter_date', label: 'Date of the reliance letter' },
  { field: 'insurance_expires_on', label: 'Insurance valid until' },
] as const;

/** Versions, signature and delivery (STUB-08, D-63). */
export function SignAndSendPage() {
  const styles = useStyles();
  const { project, canEdit, canManage } = useProject();
  const { data: report } = useGetReportQuery(project.id);
  const { data: versions = [], isSuccess: areVersionsKnown } = useListReportVersionsQuery(project.id);
  const [saveDelivery] = useSaveDeliveryMutation();
  const [change, { isLoading }] = useChangeVersionMutation();
  useDocumentTitle('Sign and Send', project.title);
  const signed = versions.find(({ state }) => state === 'signed' || state === 'issued');
  const isLocked = versions.length > 0;
  return (
    <>
      <PageHeader title="Sign and Send" eyebrow={project.number} />
      <Sheet title="Delivery">
        <div className={styles.form}>
          <div className={styles.dates}>
            <DeliveryDate
              className={styles.date}
              label="Delivery date"
              hint={[
                project.due_date && `The project is due on ${dateOnly(project.due_date)}.`,
                isLocked && 'Without a date, the day on which the report is marked as sent is recorded.',
              ]
                .filter(Boolean)
                .join(' ')}
              value={report?.delivery_date ?? (isLocked ? '' : plainDate(project.due_date))}
              readOnly={!canEdit}
              onSave={(day) => void saveDelivery({ projectId: project.id, delivery_date: day })}
            />
            {DATES.map(({ field, label }) => (
              <DeliveryDate
                key={field}
                className={styles.date}
                label={label}
                value={report?.[field] ?? ''}
                readOnly={!canEdit || !report}
                onSave={(day) =>
                  void saveDelivery({
                    ...{ projectId: project.id, delivery_date: report?.delivery_date ?? null },
                    [field]: day,
                  })
                }
              />
            ))}
          </div>
          <div className={styles.actions}>
            <DownloadButtons version={signed} label="Download Report" />
            <Button
              appearance="primary"
              disabled={!canManage || signed?.state !== 'signed' || isLoading}
              onClick={() => signed && void change({ id: signed.id, step: 'issue' })}
            >
              Mark as Sent
            </Button>
          </div>
          {areVersionsKnown && !signed && (
            <Text size={200} className={styles.hint}>
              {`A version can be downloaded and sent here once it is signed.${isLocked ? '' : ' Start the report under Report Generation.'}`}
            </Text>
          )}
        </div>
      </Sheet>
      <ProfessionalSheet className={styles.versions} report={report} />
      <TemplateSheet className={styles.versions} projectId={project.id} canChange={canManage} />
      {versions.length > 0 && (
        <Sheet className={styles.versions} title="Versions">
          <Versions versions={versions} />
        </Sheet>
      )}
    </>
  );
}
