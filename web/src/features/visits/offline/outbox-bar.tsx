import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RouterLink } from '../../../components/router-link.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useSession } from '../../../lib/session/session.js';
import { useVisitsWithPhotos } from '../photos/photo-registry.js';
import type { Unsent } from './changes.js';
import { outboxEffects } from './effects.js';
import { openOutbox } from './outbox.js';
import { useOutbox } from './use-unsent.js';
import { countText } from '../../../lib/ui/formats.js';

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [countText(count, what)]);

/** `3 changes and 2 photographs` */
export const amounts = (changes: number, photographs: number): string =>
  [...counted(changes, 'change'), ...counted(photographs, 'photograph')].join(' and ');

export const offlineText = (changes: number, photographs: number): string => {
  if (changes + photographs === 0) return 'No network. This page shows what was read last on this device.';
  const verb = changes + photographs === 1 ? 'is' : 'are';
  return `No network. ${amounts(changes, photographs)} ${verb} kept on this device and ${verb} sent when the network returns.`;
};

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const useIsOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine !== false);

function Problems({ entries }: { entries: readonly Unsent[] }) {
  const [first] = entries;
  if (!first) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {`${countText(entries.length, 'change needs', 'changes need')} your decision. `}
        <RouterLink to={`/projects/${first.projectId}/site-reconnaissance`}>Show the site visit</RouterLink>
      </MessageBarBody>
    </MessageBar>
  );
}

/** On every page while changes of site visits wait on this device, and once after they were sent. */
export function OutboxBar() {
  const dispatch = useApiDispatch();
  const { status, subject } = useSession();
  const { entries, isUnreachable } = useOutbox();
  const photos = useVisitsWithPhotos()
    .flatMap(({ queue }) => queue.getPhotos())
    .filter(({ state }) => state !== 'refused');
  const isOnline = useIsOnline();
  /** Whether something waited for the network or for a decision since all was sent. */
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    if (status === 'signed-in' || status === 'offline') void openOutbox(outboxEffects(dispatch));
  }, [dispatch, status, subject]);

  const problems = entries.filter(({ problem }) => problem);
  const pending = new Set(photos.map(({ id }) => id));
  const changes = entries.filter(
    ({ change, problem }) => !problem && !(change.kind === 'photo' && pending.has(change.photoId)),
  ).length;
  const waiting = changes + photos.length;
  const isOffline = !isOnline || status === 'offline' || isUnreachable || photos.some((photo) => photo.isOffline);
  if (!hasWaited && (problems.length > 0 || (isOffline && waiting > 0))) setWaited(true);

  const text =
    status === 'lapsed' && waiting > 0
      ? `${amounts(changes, photos.length)} will be sent when you have signed in again.`
      : isOffline && (waiting > 0 || status === 'offline')
        ? offlineText(changes, photos.length)
        : hasWaited && waiting > 0
          ? `Sending ${amounts(changes, photos.length)}...`
          : hasWaited && problems.length === 0
            ? 'All sent'
            : '';
  return (
    <>
      <Problems entries={problems} />
      <div role="status">
        {text ? (
          <MessageBar intent={text === 'All sent' ? 'success' : isOffline ? 'warning' : 'info'} layout="multiline">
            <MessageBarBody>{text}</MessageBarBody>
            {text === 'All sent' ? (
              <MessageBarActions
                containerAction={
                  <Button
                    appearance="transparent"
                    icon={<DismissRegular />}
                    aria-label="Dismiss"
                    onClick={() => setWaited(false)}
                  />
                }
              />
            ) : null}
          </MessageBar>
        ) : null}
      </div>
    </>
  );
}
