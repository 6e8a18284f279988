import {
  Button,
  Field,
  Input,
  makeStyles,
  mergeClasses,
  ProgressBar,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowUndoRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMe } from '../../lib/session/me.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { QUICK_REASONS } from './review-keys.js';
import type { ReviewCommand, ReviewStage } from './review-keys.js';
import { decidedOn, paceOf, remainingText } from './review-pace.js';
import type { Proposal } from './proposal.js';
import { NothingMatches } from './review-filter-fields.js';
import type { PlaceGroup } from '../../evidence/place-groups.js';
import { ReviewRulesButton } from './review-rules-button.js';
import { PlaceProposals, ShownProposal } from './review-proposal.js';
import type { ReviewVisit } from './review-visit.js';
import type { ReviewState } from './use-review.js';
import { isKey } from '../../lib/ui/keys.js';

/** Characters; the server's limit. */
const MAX_REASON = 500;
const MAX_LABEL = 200;

export const NO_MATCH = 'No open proposal matches the filters.';
export const ALL_DECIDED = 'Everything is decided.';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  label: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  facts: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  narrative: {
    margin: 0,
    maxHeight: '7.5em',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // two rows fit on a phone
  actions: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalXS,
    '@media (max-width: 600px)': { gridTemplateColumns: '1fr 1fr 1fr' },
  },
  action: {
    justifyContent: 'space-between',
    minWidth: 0,
    paddingInline: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightRegular,
  },
  wide: { gridColumn: '1 / -1' },
  reasons: { display: 'flex', flexDirection: 'column', gap: '2px', listStyleType: 'none', margin: 0, padding: 0 },
  reason: {
    justifyContent: 'flex-start',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    paddingInline: tokens.spacingHorizontalXS,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    // space of the key hint, on devices without keyboard
    '& .fui-Button__icon': { '@media (hover: none)': { display: 'none' } },
  },
  own: { display: 'flex', gap: tokens.spacingHorizontalXS, alignItems: 'flex-end' },
  ownField: { flexGrow: 1, minWidth: 0 },
  ownInput: { minWidth: 0, width: '100%' },
  key: {
    flexShrink: 0,
    minWidth: '18px',
    padding: '0 4px',
    textAlign: 'center',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    border: '1px solid currentColor',
    borderRadius: tokens.borderRadiusSmall,
    // visual hint; buttons carry aria-keyshortcuts
    '@media (hover: none)': { display: 'none' },
  },
});

interface ReviewBarProps {
  sheetContext: SheetContext;
  shown: Proposal | null;
  landUse: string | null;
  isReady: boolean;
  /** It is on the open sheet. */
  isInView: boolean;
  stage: ReviewStage;
  isLinking: boolean;
  /** Null if no copy is edited or its sheet is not open. */
  copy: ShownAnnotation | null;
  group: PlaceGroup<Proposal> | null;
  /** Open proposals exist, but none matches the filters. */
  isFilteredOut: boolean;
  filters: ReactNode;
  /** From 1. */
  position: number;
  done: number;
  total: number;
  visit: ReviewVisit;
  state: ReviewState;
  reasonId: string;
  onCommand: (command: ReviewCommand) => void;
  onReject: (reason: string) => void;
  onRelabel: (content: string) => void;
  onEnd: () => void;
}

export function ReviewBar(props: ReviewBarProps) {
  const { shown, isReady, stage, isLinking, group, position, done, total, visit, state, onCommand, onEnd } = props;
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label="Review of proposals" data-testid="review-bar">
      <div className={styles.head}>
        <h2 className={styles.title}>{shown ? `Proposal ${position} of ${total}` : 'Review'}</h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="End review"
          title="End review (Shift+V)"
          onClick={onEnd}
        />
      </div>
      {props.filters}
      <ReviewRulesButton suppressed={state.suppressed} />
      {total > 0 && <ProgressBar value={done / total} aria-label="Decided in this session" thickness="medium" />}
      {!shown && state.failure ? (
        <LoadErrorMessage what="The proposals" {...state.failure} />
      ) : !isReady && !shown ? (
        <Spinner size="tiny" label="Loading proposals..." />
      ) : !shown && props.isFilteredOut ? (
        <>
          <Text>{NO_MATCH}</Text>
          <NothingMatches />
        </>
      ) : !shown ? (
        <>
          <Text weight="semibold">{ALL_DECIDED}</Text>
          <span className={styles.quiet}>This project has no open proposals by AI agents.</span>
        </>
      ) : (
        <ShownProposal {...props} shown={shown} />
      )}
      {shown && group && stage === 'looking' && !isLinking && (
        <PlaceProposals group={group} disabled={!props.isInView} onAccept={() => onCommand({ kind: 'acceptGroup' })} />
      )}
      {shown && stage === 'looking' && !isLinking && <Actions {...props} />}
      {!shown && visit.decided.length > 0 && (
        <div className={styles.actions}>
          <Action letter="U" className={styles.wide} onClick={() => onCommand({ kind: 'undo' })}>
            Undo
          </Action>
        </div>
      )}
      {shown && stage === 'rejecting' && <Reasons {...props} />}
      {shown && stage === 'editing' && <CopyForm {...props} />}
      <Progress {...props} />
    </section>
  );
}

function Actions({ isInView, visit, onCommand }: ReviewBarProps) {
  const styles = useStyles();
  return (
    <div className={styles.actions} role="group" aria-label="Decide">
      <Action letter="A" primary disabled={!isInView} onClick={() => onCommand({ kind: 'accept' })}>
        Accept
      </Action>
      <Action letter="R" disabled={!isInView} onClick={() => onCommand({ kind: 'reject' })}>
        Reject
      </Action>
      <Action letter="E" disabled={!isInView} onClick={() => onCommand({ kind: 'edit' })}>
        Edit
      </Action>
      <Action letter="L" disabled={!isInView} onClick={() => onCommand({ kind: 'link' })}>
        Link
      </Action>
      <Action letter="S" onClick={() => onCommand({ kind: 'skip' })}>
        Skip
      </Action>
      <Action letter="U" disabled={visit.decided.length === 0} onClick={() => onCommand({ kind: 'undo' })}>
        Undo
      </Action>
    </div>
  );
}

interface ActionProps {
  letter: string;
  primary?: boolean;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
  onClick: () => void;
}

function Action({ letter, primary = false, disabled = false, className, children, onClick }: ActionProps) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      appearance={primary ? 'primary' : 'secondary'}
      className={mergeClasses(styles.action, className)}
      // keeps focus while a decision is pending
      disabledFocusable={disabled}
      aria-keyshortcuts={letter}
      icon={letter === 'U' ? <ArrowUndoRegular /> : undefined}
      onClick={onClick}
    >
      {children}
      <kbd className={styles.key} aria-hidden="true">
        {letter}
      </kbd>
    </Button>
  );
}

function Reasons({ reasonId, onCommand, onReject }: ReviewBarProps) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const send = () => {
    if (words.trim() !== '') onReject(words.trim());
  };
  return (
    <div role="group" aria-label="Why is it rejected?">
      <ol className={styles.reasons}>
        {QUICK_REASONS.map(({ reason }, index) => (
          <li key={reason}>
            <Button
              size="small"
              appearance="subtle"
              className={styles.reason}
              aria-keyshortcuts={String(index + 1)}
              icon={
                <kbd className={styles.key} aria-hidden="true">
                  {index + 1}
                </kbd>
              }
              onClick={() => onCommand({ kind: 'reason', index })}
            >
              {reason}
            </Button>
          </li>
        ))}
      </ol>
      <div className={styles.own}>
        <Field label="Own words (0)" size="small" className={styles.ownField}>
          <Input
            id={reasonId}
            size="small"
            className={styles.ownInput}
            value={words}
            maxLength={MAX_REASON}
            onChange={(_, { value }) => setWords(value)}
            onKeyDown={(event) => {
              if (isKey(event, 'Enter')) send();
              if (isKey(event, 'Escape')) onCommand({ kind: 'cancel' });
              if (isKey(event, 'Enter') || isKey(event, 'Escape')) event.preventDefault();
            }}
          />
        </Field>
        <Button size="small" appearance="primary" disabled={words.trim() === ''} onClick={send}>
          Reject
        </Button>
        <Button size="small" onClick={() => onCommand({ kind: 'cancel' })}>
          Back
        </Button>
      </div>
    </div>
  );
}

function CopyForm({ copy, onCommand, onRelabel }: ReviewBarProps) {
  const styles = useStyles();
  // local state: the cache notifies subscribers in batches, which would drop letters of fast typists
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <Field label="Label of your copy" size="small">
        <Input
          size="small"
          value={typed ?? copy?.content ?? ''}
          disabled={!copy}
          maxLength={MAX_LABEL}
          onChange={(_, { value }) => {
            setTyped(value);
            onRelabel(value);
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (isKey(event, 'Enter')) onCommand({ kind: 'save' });
            if (isKey(event, 'Escape')) onCommand({ kind: 'cancel' });
            if (isKey(event, 'Enter') || isKey(event, 'Escape')) event.preventDefault();
          }}
        />
      </Field>
      <span className={styles.quiet}>
        Move or resize the outline on the sheet; nothing is decided before you accept.
      </span>
      <div className={styles.actions}>
        <Button size="small" appearance="primary" onClick={() => onCommand({ kind: 'save' })}>
          Accept copy
        </Button>
        <Button size="small" onClick={() => onCommand({ kind: 'cancel' })}>
          Discard copy
        </Button>
      </div>
    </>
  );
}

function Progress({ visit, state }: ReviewBarProps) {
  const styles = useStyles();
  const me = useMe();
  const today = me ? decidedOn(new Date(), me.author_id, state.annotations) : 0;
  const pace = paceOf(
    visit.startedAt,
    visit.decided.map(({ at }) => at),
  );
  const parts = [
    `${today} decided today`,
    ...(pace === null ? [] : [`${pace < 10 ? pace.toFixed(1) : Math.round(pace)} per minute`]),
    ...(pace === null || state.queue.length === 0 ? [] : [remainingText(state.queue.length, pace)]),
  ];
  return (
    <span className={styles.quiet} data-testid="review-progress">
      {parts.join(' · ')}
    </span>
  );
}
