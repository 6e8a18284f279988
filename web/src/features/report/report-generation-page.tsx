import { Badge, Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, CopyRegular, ShareRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useProject } from '../../lib/project/project-context.js';
import { PLANNED_FEATURES } from './planned-features.js';
import { ReviewList } from './review-list.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '20px',
    alignItems: 'start',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  area: { width: '100%', '& textarea': { minHeight: '320px', maxHeight: 'none' } },
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

/** Review list, unsaved notes and planned features (STUB-06, STUB-07). */
export function ReportGenerationPage() {
  const styles = useStyles();
  const { project } = useProject();
  const [draft, setDraft] = useState('');
  useDocumentTitle('Report Generation', project.title);
  return (
    <>
      <PageHeader
        title="Report Generation"
        eyebrow={project.number}
        actions={
          <>
            <Button icon={<CopyRegular />} disabled>
              Copy
            </Button>
            <Button icon={<ArrowDownloadRegular />} disabled>
              Download
            </Button>
            <Button icon={<ShareRegular />} disabled>
              Share
            </Button>
          </>
        }
      />
      <ReviewList />
      <div className={styles.columns}>
        <Sheet title="Draft" note="A place for notes while you work. Nothing written here is saved yet.">
          <Field label="Report text">
            <Textarea
              className={styles.area}
              resize="vertical"
              value={draft}
              placeholder="Notes for the report"
              onChange={(_, data) => setDraft(data.value)}
            />
          </Field>
        </Sheet>
        <Sheet title="Planned features" actions={<Badge appearance="outline">Coming soon</Badge>}>
          <ol className={styles.features}>
            {PLANNED_FEATURES.map(([name, text]) => (
              <li key={name} className={styles.feature}>
                <div>
                  <div className={styles.name}>{name}</div>
                  <div className={styles.text}>{text}</div>
                </div>
              </li>
            ))}
          </ol>
        </Sheet>
      </div>
    </>
  );
}
