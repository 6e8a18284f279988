import { Button } from '@fluentui/react-components';
import { AlertOffRegular, AlertRegular } from '@fluentui/react-icons';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useFollowIssueMutation } from '../api.js';
import type { Issue } from '../issue-records.js';
import { usePanelStyles } from './detail-styles.js';

/** Followers get mail about the issue. */
export function FollowersPanel({ issue }: { issue: Issue }) {
  const styles = usePanelStyles();
  const [follow, { isLoading }] = useFollowIssueMutation();
  const names = issue.followers.map(({ name }) => name.trim() || 'Unnamed user');
  const change = async (): Promise<void> => {
    const { error } = await follow({ id: issue.id, follow: !issue.following });
    if (!error) return;
    const title = issue.following ? 'Failed to unfollow the issue' : 'Failed to follow the issue';
    notify({ type: 'error', title, description: changeRefusal(error) });
  };
  return (
    <Sheet
      title="Followers"
      actions={
        <Button
          size="small"
          icon={issue.following ? <AlertOffRegular /> : <AlertRegular />}
          disabledFocusable={isLoading}
          onClick={() => void change()}
        >
          {issue.following ? 'Unfollow' : 'Follow'}
        </Button>
      }
    >
      <p className={names.length === 0 ? styles.quiet : undefined}>
        {names.length === 0 ? 'No followers yet' : names.join(', ')}
      </p>
    </Sheet>
  );
}
