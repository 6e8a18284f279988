import { Badge, Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { dateOnly } from '../../../lib/ui/formats.js';
import { useGetAssessmentQuery, type Assessment } from './assessment-api.js';
import { DatesDialog } from './dates-dialog.js';
import { componentLabel, expiryText, limitText } from './validity-text.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '14px' },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '8px 16px', margin: 0 },
  term: { fontSize: tokens.fontSizeBase300 },
  value: { margin: 0, textAlign: 'right', fontSize: tokens.fontSizeBase300 },
  source: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const COLORS = { valid: 'success', expiring: 'warning', expired: 'danger' } as const;
const colorOf = (state: string) => (state in COLORS ? COLORS[state as keyof typeof COLORS] : 'informative');

const sourceText = ({ source, note, by_name: name }: Assessment['components'][number]): string | null => {
  if (source === 'visit') return 'Earliest visit';
  if (source === 'interview') return 'Earliest interview';
  if (source === 'lien_search') return 'Earliest lien search';
  return [name, note].filter(Boolean).join(' · ') || null;
};

function Dates({ assessment }: { assessment: Assessment }) {
  const styles = useStyles();
  const { clock, acquisition_date: acquisition } = assessment;
  const expiry = expiryText(clock);
  return (
    <>
      {expiry ? (
        <div>
          <Badge appearance="tint" color={colorOf(clock.state)}>
            {expiry}
          </Badge>
          <p className={styles.note}>{limitText(assessment)}</p>
          <p
            className={styles.note}
          >{`The whole inquiry must be repeated after ${dateOnly(clock.inquiry_expires_on)}.`}</p>
        </div>
      ) : (
        <p className={styles.note}>
          {`Enter the dates of the five components. The earliest one decides: ${assessment.limits.component_days} days until the acquisition.`}
        </p>
      )}
      <dl className={styles.list}>
        <dt className={styles.term}>Acquisition</dt>
        <dd className={styles.value}>{acquisition ? dateOnly(acquisition) : 'Not set'}</dd>
        {assessment.components.map((component) => (
          <Component key={component.kind} component={component} />
        ))}
      </dl>
    </>
  );
}

function Component({ component }: { component: Assessment['components'][number] }) {
  const styles = useStyles();
  const source = sourceText(component);
  return (
    <>
      <dt className={styles.term}>{componentLabel(component.kind)}</dt>
      <dd className={styles.value}>
        {component.date ? dateOnly(component.date) : 'No date'}
        {source ? <span className={styles.source}>{source}</span> : null}
      </dd>
    </>
  );
}

/** How long the assessment may be relied on. */
export function ValidityCard() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData: assessment, error } = useGetAssessmentQuery(project.id);
  const [isEditing, setEditing] = useState(false);
  // missing dates are shown in the list
  const problems = assessment?.problems.filter(({ rule }) => rule !== 'AAI-1') ?? [];
  return (
    <Sheet
      title="Validity"
      actions={
        canEdit && assessment ? (
          <Button size="small" appearance="subtle" icon={<EditRegular />} onClick={() => setEditing(true)}>
            Edit dates
          </Button>
        ) : undefined
      }
    >
      <div className={styles.body}>
        {error && !assessment ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{changeRefusal(error)}</MessageBarBody>
          </MessageBar>
        ) : null}
        {problems.map(({ rule, component, severity, sentence }) => (
          <MessageBar
            key={`${rule} ${component}`}
            intent={severity === 'block' ? 'error' : 'warning'}
            layout="multiline"
          >
            <MessageBarBody>{sentence}</MessageBarBody>
          </MessageBar>
        ))}
        {assessment ? <Dates assessment={assessment} /> : null}
      </div>
      {isEditing && assessment ? <DatesDialog assessment={assessment} onClose={() => setEditing(false)} /> : null}
    </Sheet>
  );
}
