import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useUnsaved } from '../lib/edits/unsaved.js';
import { ConfirmDialog } from './confirm-dialog.js';

/** Also before unload and Logout. */
export function UnsavedChanges({ when }: { when: boolean }) {
  useUnsaved(when);
  return <LeaveQuestion when={when} />;
}

/** One of a page: a router has one blocker. */
export function LeaveQuestion({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      destroys
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      Your changes on this page are not saved yet.
    </ConfirmDialog>
  );
}
