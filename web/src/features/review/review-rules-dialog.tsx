import {
  Badge,
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { EmptyState } from '../../components/empty-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { countText, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import type { Proposal } from './proposal.js';
import {
  useGetReviewRulesQuery,
  useRemoveReviewRuleMutation,
  useShowProposalMutation,
  type ReviewRule,
} from './review-rules-api.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, margin: 0, padding: 0 },
  rule: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    listStyleType: 'none',
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  hidden: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

interface ReviewRulesDialogProps {
  projectId: string;
  /** Proposals that rules hide. */
  suppressed: readonly Proposal[];
  onShow: (proposal: Proposal) => void;
  onClose: () => void;
}

/** Rules that follow from the decisions of the project, with what they hide. */
export function ReviewRulesDialog({ projectId, suppressed, onShow, onClose }: ReviewRulesDialogProps) {
  const styles = useStyles();
  const { currentData: rules, error, refetch } = useGetReviewRulesQuery(projectId);
  return (
    <Dialog open onOpenChange={(_, { open }) => (open ? undefined : onClose())}>
      <DialogSurface>
        <FocusReturn />
        <DialogBody>
          <DialogTitle>Rules from decisions</DialogTitle>
          <DialogContent>
            {rules ? (
              rules.length === 0 ? (
                <EmptyState title="No rules yet">
                  A label that is rejected three times and never accepted is hidden; one that is corrected twice in the
                  same way is suggested with the correction.
                </EmptyState>
              ) : (
                <ul className={styles.list} aria-label="Rules">
                  {rules.map((rule) => (
                    <Rule
                      key={rule.id}
                      rule={rule}
                      suppressed={suppressed.filter(({ annotation }) => annotation.rule?.rule_id === rule.id)}
                      onShow={onShow}
                    />
                  ))}
                </ul>
              )
            ) : error ? (
              <LoadErrorMessage what="The rules" error={error} onRetry={() => void refetch()} />
            ) : (
              <LoadingView label="Loading rules..." />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const ACTIONS = { suppress: 'Hidden', correct: 'Corrected' } as const;
const ENDED = { withdrawn: 'No longer applies', removed: 'Removed' } as const;

/** What became of a rule that does not apply. */
function endOf({ status, removals, updated_at: at }: ReviewRule): string {
  const removal = removals.at(-1);
  if (status === 'removed' && removal) return `Removed by ${removal.author_name}, ${medium(removal.removed_at)}.`;
  return `Its decisions no longer suffice, ${medium(at)}.`;
}

interface RuleProps extends Pick<ReviewRulesDialogProps, 'suppressed' | 'onShow'> {
  rule: ReviewRule;
}

function Rule({ rule, suppressed, onShow }: RuleProps) {
  const styles = useStyles();
  const [remove, { isLoading }] = useRemoveReviewRuleMutation();
  const [show, { isLoading: isShowing }] = useShowProposalMutation();
  const isActive = rule.status === 'active';

  async function showAgain({ annotation }: Proposal): Promise<void> {
    const { id } = annotation;
    try {
      await show({ id, shown: true }).unwrap();
      const label = labelOf(annotation);
      offerUndo(
        { title: 'Proposal shown again', description: label },
        { what: `exception of “${label}” from a rule`, undo: () => show({ id, shown: false }).unwrap() },
      );
    } catch (error) {
      notify({ type: 'error', title: 'The proposal is still hidden', description: changeRefusal(error) });
    }
  }

  async function removeRule(): Promise<void> {
    try {
      await remove(rule.id).unwrap();
      notify({ type: 'success', title: 'Rule removed' });
    } catch (error) {
      notify({ type: 'error', title: 'The rule was not removed', description: changeRefusal(error) });
    }
  }

  return (
    <li className={styles.rule}>
      <div className={styles.line}>
        <Badge appearance="tint" color={isActive ? 'brand' : 'subtle'}>
          {rule.status === 'active' ? ACTIONS[rule.action] : ENDED[rule.status]}
        </Badge>
        <span>{rule.reason}</span>
      </div>
      <div className={styles.muted}>
        {isActive ? `It applies to ${countText(rule.applied_count, 'undecided proposal')}.` : endOf(rule)}
      </div>
      {suppressed.length > 0 && (
        <details>
          <summary>{`${countText(suppressed.length, 'proposal')} suppressed by this rule`}</summary>
          <ul className={styles.hidden}>
            {suppressed.map((proposal) => (
              <li key={proposal.annotation.id}>
                {labelOf(proposal.annotation)}{' '}
                <Button size="small" appearance="subtle" onClick={() => onShow(proposal)}>
                  Review it
                </Button>
                <Button
                  size="small"
                  appearance="subtle"
                  disabledFocusable={isShowing}
                  onClick={() => void showAgain(proposal)}
                >
                  Show again
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isActive && (
        <div className={styles.line}>
          <Button size="small" disabledFocusable={isLoading} onClick={() => void removeRule()}>
            Remove rule
          </Button>
        </div>
      )}
    </li>
  );
}
