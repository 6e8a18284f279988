import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { useGetDocumentPagesQuery, useGetDocumentQuery } from '../../evidence/documents-api.js';
import { pageLabel } from '../../evidence/document-pages.js';
import { useGetLandUsesQuery } from '../../evidence/evidence-api.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { countText, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import type { Proposal } from './proposal.js';
import { useRemoveReviewRuleMutation, useShowProposalMutation, type ReviewRule } from './review-rules-api.js';

const useStyles = makeStyles({
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

const ACTIONS = { suppress: 'Hidden', correct: 'Corrected' } as const;
const ENDED = { withdrawn: 'No longer applies', removed: 'Removed' } as const;

/** What became of a rule that does not apply. */
function endOf(rule: ReviewRule, rules: readonly ReviewRule[]): string {
  const removal = rule.removals.at(-1);
  if (rule.status === 'removed' && removal) return `Removed by ${removal.author_name}, ${medium(removal.removed_at)}.`;
  const at = medium(rule.updated_at);
  return rules.some((other) => isWider(other, rule))
    ? `A rule for the whole project applies instead, ${at}.`
    : `Its decisions no longer suffice, ${at}.`;
}

/** It follows from decisions of `rule` and of other documents. */
function isWider(other: ReviewRule, rule: ReviewRule): boolean {
  if (other.status !== 'active' || other.document_id !== null || rule.document_id === null) return false;
  const decided = new Set(rule.evidence.map(({ annotation_id: id }) => id));
  return other.evidence.some(({ annotation_id: id }) => decided.has(id));
}

/** Why the rule was made. */
function useReason(rule: ReviewRule): string {
  const { document_id: documentId, decision_count: count, label } = rule;
  const { data: document } = useGetDocumentQuery(documentId ?? '', { skip: documentId === null });
  const { data: landUses = [] } = useGetLandUsesQuery();
  const where = documentId === null ? 'in this project' : document ? `in “${document.title}”` : 'in one document';
  if (rule.action === 'suppress') return `Rejected ${countText(count, 'time')} ${where}: ${label}`;
  const use = landUses.find(({ value }) => value === rule.corrected_land_use)?.label ?? rule.corrected_land_use;
  const corrected = [rule.corrected_label, use].filter(Boolean).join(', ');
  return `Corrected ${countText(count, 'time')} ${where}: ${label} to ${corrected}`;
}

interface RuleProps {
  rule: ReviewRule;
  /** All of the project. */
  rules: readonly ReviewRule[];
  /** Proposals that it hides. */
  suppressed: readonly Proposal[];
  onShow: (proposal: Proposal) => void;
}

export function Rule({ rule, rules, suppressed, onShow }: RuleProps) {
  const styles = useStyles();
  const reason = useReason(rule);
  const [remove, { isLoading }] = useRemoveReviewRuleMutation();
  const isActive = rule.status === 'active';

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
        <span>{reason}</span>
      </div>
      <div className={styles.muted}>
        {isActive ? `It applies to ${countText(rule.applied_count, 'undecided proposal')}.` : endOf(rule, rules)}
      </div>
      {suppressed.length > 0 && (
        <details>
          <summary>{`${countText(suppressed.length, 'proposal')} hidden by this rule`}</summary>
          <ul className={styles.hidden}>
            {suppressed.map((proposal) => (
              <HiddenProposal key={proposal.annotation.id} proposal={proposal} onShow={onShow} />
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

/** `COAL, Sanborn 1905, Page 3` */
function usePlacedLabel({ annotation }: Proposal): string {
  const { document_id: documentId, document_page_id: pageId } = annotation;
  const { data: document } = useGetDocumentQuery(documentId);
  const { data: pages } = useGetDocumentPagesQuery(documentId);
  const page = pages?.find(({ id }) => id === pageId);
  return [labelOf(annotation), document?.title, page && pageLabel(page)].filter(Boolean).join(', ');
}

function HiddenProposal({ proposal, onShow }: { proposal: Proposal; onShow: (proposal: Proposal) => void }) {
  const [show, { isLoading }] = useShowProposalMutation();
  const label = usePlacedLabel(proposal);

  async function showAgain(): Promise<void> {
    const { id } = proposal.annotation;
    try {
      await show({ id, shown: true }).unwrap();
      offerUndo(
        { title: 'Proposal shown again', description: label },
        { what: `exception of “${label}” from a rule`, undo: () => show({ id, shown: false }).unwrap() },
      );
    } catch (error) {
      notify({ type: 'error', title: 'The proposal is still hidden', description: changeRefusal(error) });
    }
  }

  return (
    <li>
      {label}{' '}
      <Button size="small" appearance="subtle" onClick={() => onShow(proposal)}>
        Review it
      </Button>
      <Button size="small" appearance="subtle" disabledFocusable={isLoading} onClick={() => void showAgain()}>
        Show again
      </Button>
    </li>
  );
}
