import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../components/error-state.js';
import { LoadingView } from '../components/loading-view.js';
import { pageNavigation } from '../features/auth/page-navigation.js';
import { useDocumentTitle } from '../lib/navigation/document-title.js';
import { networkError } from '../lib/http/errors.js';
import { isServerReachable } from '../lib/ui/missing-chunk.js';

/** Each browser has its own message. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|Failed to fetch/i.test(error.message);

/** Replaced by a release, or offline. */
function MissingChunk() {
  const [isThere, setThere] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    void isServerReachable().then((answer) => {
      if (!isOver) setThere(answer);
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (isThere === undefined) return <LoadingView screen />;
  if (isThere) {
    return (
      <ErrorState title="A new version is available" retryLabel="Reload" onRetry={() => pageNavigation.reload()}>
        This page could not be loaded. Reload to get the current version of Symbio.
      </ErrorState>
    );
  }
  // reloading offline would lose the program and this button
  const retry = async (): Promise<void> => {
    if (await isServerReachable()) pageNavigation.reload();
  };
  return (
    <ErrorState title="Symbio cannot be reached" onRetry={() => void retry()}>
      {networkError().message}
    </ErrorState>
  );
}

export function RouteError() {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  if (isMissingChunk(error)) return <MissingChunk />;
  return (
    <ErrorState title="Something went wrong" retryLabel="Reload" onRetry={() => pageNavigation.reload()}>
      This screen stopped working. Reload to try again; your saved work is safe.
    </ErrorState>
  );
}
