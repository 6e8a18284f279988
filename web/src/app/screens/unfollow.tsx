import { AuthFrame } from '../../features/auth/auth-frame.js';
import { Unfollow } from '../../features/issues/unfollow/unfollow.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';

/** Target of the unfollow link in e-mails: no sign-in required. */
export function UnfollowScreen() {
  useDocumentTitle('Unfollow');
  return (
    <AuthFrame title="Unfollow this issue?">
      <Unfollow />
    </AuthFrame>
  );
}
