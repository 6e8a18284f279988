import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import {
  useGetBlindSampleQuery,
  useGetBlindSheetQuery,
  useMarkBlindSheetMutation,
} from '../../../evidence/blind-sample-api.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';

const useStyles = makeStyles({ root: { flexShrink: 0 } });

/** On a blind sheet: why no proposals are shown, and the way to show them. */
export function BlindNotice({ pageId }: { pageId: string }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData: sample } = useGetBlindSampleQuery(project.id);
  const { currentData: sheet } = useGetBlindSheetQuery(pageId, { skip: !sample?.percent });
  const [mark, { isLoading }] = useMarkBlindSheetMutation();
  if (sheet?.status !== 'blind') return null;

  async function show(): Promise<void> {
    const { error } = await mark(pageId);
    if (error)
      notify({
        type: 'error',
        title: 'Proposals not shown',
        description: errorMessage(error, 'The proposals could not be shown. Please try again.'),
      });
    else notify({ type: 'success', title: 'Proposals on this sheet are shown now' });
  }

  return (
    <MessageBar className={styles.root} role="note" aria-label="Blind sheet">
      <MessageBarBody>
        Proposals of agents are hidden on this sheet of the blind sample: mark what you see first.
      </MessageBarBody>
      {canEdit && (
        <MessageBarActions>
          <Button size="small" disabled={isLoading} onClick={() => void show()}>
            I marked what I see
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
