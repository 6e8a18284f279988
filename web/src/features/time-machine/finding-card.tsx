import { Button, Link, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { ConfidenceBadge } from '../../components/confidence-badge.js';
import { RouterLink } from '../../components/router-link.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { authorOf, type ShownAnnotation } from '../../evidence/annotation-records.js';
import type { AnnotationEvidence } from '../../viewer/annotations/filters.js';
import type { TimeSheet } from './time-sheet.js';

const useStyles = makeStyles({
  card: {
    position: 'absolute',
    insetInlineStart: tokens.spacingHorizontalS,
    bottom: tokens.spacingVerticalS,
    zIndex: 5,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    width: 'min(320px, calc(100% - 16px))',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  // over its sheet
  right: { insetInlineStart: 'calc(50% + 8px)', '@media (max-width: 760px)': { insetInlineStart: '8px' } },
  head: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  title: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

interface FindingCardProps {
  projectId: string;
  annotation: ShownAnnotation;
  sheet: TimeSheet;
  evidence: AnnotationEvidence | undefined;
  /** It belongs to the right of two sheets side by side. */
  isRight: boolean;
  onFollow: (featureId: string) => void;
  onClose: () => void;
}

export const findingHref = (projectId: string, { page }: TimeSheet, annotationId: string): string =>
  `/projects/${projectId}/documents/${page.document_id}?page=${page.page_number}&annotation=${annotationId}`;

export function FindingCard({ projectId, annotation, sheet, evidence, isRight, onFollow, onClose }: FindingCardProps) {
  const styles = useStyles();
  const feature = evidence?.isCurrent ? evidence.feature : null;
  const confidence = evidence?.isCurrent ? evidence.confidence : null;
  return (
    <section className={mergeClasses(styles.card, isRight && styles.right)} aria-label="Annotation" aria-live="polite">
      <div className={styles.head}>
        <Text weight="semibold" className={styles.title}>
          {labelOf(annotation)}
        </Text>
        {confidence !== null && <ConfidenceBadge confidence={confidence} />}
        <Button size="small" appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />
      </div>
      <span className={styles.facts}>
        {[sheet.label, sheet.subtitle, `by ${authorOf(annotation)}`].filter((part) => part !== '').join(' · ')}
      </span>
      {feature && <span className={styles.facts}>{`Shows ${feature.name}`}</span>}
      <div className={styles.actions}>
        <RouterLink to={findingHref(projectId, sheet, annotation.id)}>Open on its sheet</RouterLink>
        {feature && (
          <Link as="button" onClick={() => onFollow(feature.id)}>
            Follow through the years
          </Link>
        )}
      </div>
    </section>
  );
}
