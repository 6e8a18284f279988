import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../components/error-state.js';
import { useDocumentTitle } from '../lib/document-title.js';

/** A chunk of a version that a new release has replaced; each browser words it in its own way. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|Failed to fetch/i.test(error.message);

/** What is shown when a screen breaks, or when its code could not be loaded. */
export function RouteError() {
  const error = useRouteError();
  const missing = isMissingChunk(error);
  useDocumentTitle('Something went wrong');
  return (
    <ErrorState
      title={missing ? 'A new version is available' : 'Something went wrong'}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    >
      {missing
        ? 'This page could not be loaded. Reload to get the current version of Symbio.'
        : 'This screen stopped working. Reload to try again; what you saved is safe.'}
    </ErrorState>
  );
}
