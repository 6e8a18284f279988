import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular, ShareRegular } from '@fluentui/react-icons';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { LeaveQuestion } from '../../components/unsaved-changes.js';
import { useHasUnsaved } from '../../lib/edits/unsaved.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useProject } from '../../lib/project/project-context.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { DownloadButtons } from './download-buttons.js';
import { NextStep } from './next-step.js';
import { FURTHER_TEXTS, PLANNED_FEATURES } from './planned-features.js';
import { Remarks } from './remarks.js';
import { useGetReportQuery, useListReportVersionsQuery, useLockVersionMutation, type Report } from './report-api.js';
import { ReviewList } from './review-list.js';
import { anchorOf, SectionEditor, sectionIn } from './section-editor.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '20px',
    alignItems: 'start',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  features: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    counterReset: 'part',
  },
  feature: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    counterIncrement: 'part',
    '::before': {
      content: 'counter(part)',
      fontFamily: 'var(--symbio-font-display)',
      fontSize: tokens.fontSizeBase400,
      color: 'var(--symbio-flag-text)',
    },
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  text: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

const textOf = (report: Report | undefined): string =>
  [...PLANNED_FEATURES, ...FURTHER_TEXTS]
    .flatMap(([name, , key]) => {
      const text = sectionIn(report, key)?.text;
      return text ? `${name}\n\n${text}` : [];
    })
    .join('\n\n');

/** Review list, remarks and parts of the report; before the first version as STUB-06 and STUB-07 say (D-62). */
export function ReportGenerationPage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { data: report } = useGetReportQuery(project.id);
  const { data: versions = [] } = useListReportVersionsQuery(project.id);
  const [lock, { isLoading: isLocking }] = useLockVersionMutation();
  const creationId = useCreationId();
  const hasUnsaved = useHasUnsaved();
  useDocumentTitle('Report Generation', project.title);
  const [newest] = versions;
  return (
    <>
      <LeaveQuestion when={hasUnsaved} />
      <PageHeader
        title="Report Generation"
        eyebrow={project.number}
        actions={
          <>
            <Button
              icon={<CopyRegular />}
              disabled={!newest}
              onClick={() => void navigator.clipboard.writeText(textOf(report))}
            >
              Copy
            </Button>
            <DownloadButtons version={newest} label="Download" />
            <Button
              icon={<ShareRegular />}
              disabled={!newest}
              onClick={() => void navigator.clipboard.writeText(window.location.href)}
            >
              Share
            </Button>
            {canEdit && (
              <Button
                appearance="primary"
                disabled={isLocking}
                onClick={() =>
                  void lock({ projectId: project.id, id: creationId({ after: newest?.id }), isFirst: !newest })
                }
              >
                {newest ? 'Lock New Version' : 'Start Report'}
              </Button>
            )}
          </>
        }
      />
      {newest && <NextStep version={newest} />}
      <ReviewList />
      <div className={styles.columns}>
        <Remarks report={report} />
        <Sheet title={newest ? 'Contents' : 'Planned features'}>
          <ol className={styles.features}>
            {[...PLANNED_FEATURES, ...(newest ? FURTHER_TEXTS : [])].map(([name, text, key]) => (
              <li key={name} id={anchorOf(key)} className={styles.feature}>
                <div>
                  <div className={styles.name}>{name}</div>
                  <div className={styles.text}>{text}</div>
                  {newest && <SectionEditor name={name} sectionKey={key} report={report} />}
                </div>
              </li>
            ))}
          </ol>
        </Sheet>
      </div>
    </>
  );
}
