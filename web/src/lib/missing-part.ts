import { networkError } from './errors.js';
import { notify } from './toasts.js';

/** Whether there is a connection, and a server at its end that serves the program. */
export async function isServerThere(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false; // no answer is the answer
  }
}

/** Says why a part of the program that somebody asked for does not open. The screen stays as it is. */
export async function tellMissingPart(): Promise<void> {
  const description = (await isServerThere())
    ? 'A new version of Symbio is available. Save what you have typed, then reload the page.'
    : networkError().message;
  notify({ type: 'error', title: 'This could not be opened', description });
}
