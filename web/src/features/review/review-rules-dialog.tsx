import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { EmptyState } from '../../components/empty-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import type { Proposal } from './proposal.js';
import { Rule } from './review-rule.js';
import { useGetReviewRulesQuery } from './review-rules-api.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, margin: 0, padding: 0 },
  what: { display: 'block', marginBottom: tokens.spacingVerticalM },
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
            <Text className={styles.what}>
              A rule is made when people reject or correct the same label several times; it hides or corrects further
              proposals of it.
            </Text>
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
                      rules={rules}
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
