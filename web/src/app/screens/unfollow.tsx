import { AuthFrame } from '../../features/auth/auth-frame.js';
import { Unfollow } from '../../features/issues/unfollow/unfollow.js';
import { useDocumentTitle } from '../../lib/document-title.js';

/** Where the unfollow link of a mail leads: outside the sign-in, in the frame of the screens before it. */
export function UnfollowScreen() {
  useDocumentTitle('Unfollow');
  return (
    <AuthFrame title="Unfollow this issue?">
      <Unfollow />
    </AuthFrame>
  );
}
