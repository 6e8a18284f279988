import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { authorOf } from '../../evidence/annotation-records.js';
import { ConfidenceBadge } from '../../components/confidence-badge.js';
import { confidenceText } from '../../components/confidence.js';
import { MAX_GROUP, type PlaceGroup } from '../../evidence/place-groups.js';
import type { ReviewCommand } from './review-keys.js';
import type { Proposal } from './proposal.js';
import { reasonOf } from './review-reason.js';
import { RISK_LABELS, riskRank, type RiskRank } from '../../evidence/risk-ranks.js';

const useStyles = makeStyles({
  label: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  facts: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  reason: {
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& p': { margin: 0 },
    '& summary': {
      width: 'max-content',
      color: tokens.colorNeutralForeground3,
      cursor: 'pointer',
      ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    },
  },
  whole: {
    maxHeight: '7.5em',
    overflowY: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  members: {
    maxHeight: '6em',
    overflowY: 'auto',
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

const RISK_COLOURS: Record<RiskRank, 'danger' | 'warning' | 'informative' | 'subtle'> = {
  1: 'danger',
  2: 'warning',
  3: 'informative',
  4: 'informative',
};

interface ShownProposalProps {
  shown: Proposal;
  /** Its label. */
  landUse: string | null;
  /** It is on the open sheet. */
  isInView: boolean;
  isLinking: boolean;
  onCommand: (command: ReviewCommand) => void;
}

export function ShownProposal({ shown, landUse, isInView, isLinking, onCommand }: ShownProposalProps) {
  const styles = useStyles();
  const { annotation, confidence, narrative, featureName, assigneeName } = shown;
  const risk = riskRank(shown.landUse);
  const reason = narrative ? reasonOf(narrative) : null;
  const corrected = annotation.rule?.corrected_label;
  return (
    <>
      <div>
        <div className={styles.label} data-testid="review-label">
          {labelOf(annotation)}
        </div>
        {corrected && <span className={styles.quiet}>{`Corrected by a rule: ${corrected}`}</span>}
        {reason?.meant && <span className={styles.quiet}>{`Read as ${reason.meant}`}</span>}
      </div>
      <div className={styles.facts}>
        <Text>{landUse ?? 'No land use given'}</Text>
        {shown.landUse !== null && (
          <Badge appearance="outline" color={RISK_COLOURS[risk]}>
            {RISK_LABELS[risk]}
          </Badge>
        )}
        {confidence === null ? (
          <span className={styles.quiet}>No confidence given</span>
        ) : (
          <ConfidenceBadge confidence={confidence} />
        )}
      </div>
      {reason && (
        // another proposal starts folded
        <div key={annotation.id} className={styles.reason}>
          <p>{reason.short}</p>
          {reason.whole !== null && (
            <details>
              <summary>Why</summary>
              {/* focusable, since it scrolls */}
              <p className={styles.whole} tabIndex={0} aria-label="Narrative" role="region">
                {reason.whole}
              </p>
            </details>
          )}
        </div>
      )}
      <span className={styles.quiet}>
        {`Proposed by ${authorOf(annotation)}`}
        {featureName && `, linked to ${featureName}`}
        {assigneeName && `, assigned to ${assigneeName}`}
      </span>
      {isLinking && <span className={styles.quiet}>It is accepted when you save the link.</span>}
      {!isInView && !isLinking && (
        <Button size="small" onClick={() => onCommand({ kind: 'goTo' })}>
          Go to it on its sheet (G)
        </Button>
      )}
    </>
  );
}

interface PlaceProposalsProps {
  group: PlaceGroup<Proposal>;
  disabled: boolean;
  onAccept: () => void;
}

/** All proposals about the place of the one shown. */
export function PlaceProposals({ group: { place, proposals }, disabled, onAccept }: PlaceProposalsProps) {
  const styles = useStyles();
  return (
    <div className={styles.group} role="group" aria-label="Proposals about this place">
      <Text size={200} weight="semibold">
        {`${proposals.length} proposals ${place}`}
      </Text>
      {/* focusable, since it scrolls */}
      <ul className={styles.members} tabIndex={0} aria-label="Labels">
        {proposals.map(({ annotation, confidence }) => (
          <li key={annotation.id}>
            {labelOf(annotation)}
            {confidence !== null && `, ${confidenceText(confidence)}`}
          </li>
        ))}
      </ul>
      {proposals.length <= MAX_GROUP && (
        <Button size="small" disabledFocusable={disabled} aria-keyshortcuts="Shift+A" onClick={onAccept}>
          {`Accept ${proposals.length}`}
        </Button>
      )}
    </div>
  );
}
