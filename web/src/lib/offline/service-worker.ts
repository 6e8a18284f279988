/** It serves the application's own files without a network; development servers have none. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    // otherwise a browser short of space may remove unsent changes
    await navigator.storage?.persist?.();
  } catch {
    // unsupported or not permitted: pages that are open still keep changes
  }
}
