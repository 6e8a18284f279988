import { networkError } from '../http/errors.js';
import { notify } from './toasts.js';

/** And serves the application. */
export async function isServerReachable(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false; // unreachable
  }
}

/** The screen stays. */
export async function notifyMissingChunk(): Promise<void> {
  const description = (await isServerReachable())
    ? 'A new version of Symbio is available. Save what you have typed, then reload the page.'
    : networkError().message;
  notify({ type: 'error', title: 'This could not be opened', description });
}
