import { withoutCredentials, type ProcessHost } from '@symbio/runtime';
import type { BlobStore } from './blob-store.js';
import { openBlobStore } from './open.js';

/** Settings of processes that use files. */
export interface BlobSettings {
  BLOB_URL: string;
  /** Key for signing URLs. */
  FILES_SECRET: string;
  /** Previous key; its URLs remain valid. */
  FILES_SECRET_PREVIOUS?: string;
  /** In signed URLs; empty: the reader's origin. */
  FILES_PUBLIC_URL?: string;
  /** Only creates the folder or the bucket. */
  prepareOnly?: boolean;
}

/** Name in readiness and metrics. */
const NAME = 'blobs';

/** Opens the process's blob store, waits for it at the start, monitors it, and closes it at the end. */
export async function hostBlobs(
  host: Pick<ProcessHost, 'awaited' | 'clock' | 'dependsOn' | 'lifecycle' | 'log' | 'metrics'>,
  settings: BlobSettings,
): Promise<BlobStore> {
  const blobs = await openBlobStore(settings.BLOB_URL, {
    secret: settings.FILES_SECRET,
    previousSecret: settings.FILES_SECRET_PREVIOUS,
    publicUrl: settings.FILES_PUBLIC_URL,
    clock: host.clock,
    log: host.log,
  });
  host.lifecycle.onStop('close-mongo', NAME, () => blobs.close());
  host.dependsOn({
    name: NAME,
    label: 'The blob store',
    where: withoutCredentials(settings.BLOB_URL),
    neededFor: 'start',
    check: async (signal) => {
      // reported also when the disk is full
      const free = await blobs.freeBytes().catch(() => undefined);
      if (free !== undefined) host.metrics.blobsFreeBytes.set({ store: 'folder' }, free);
      await blobs.check(signal);
    },
    explain: (error) => (error instanceof Error ? error.message : String(error)),
  });
  if (settings.prepareOnly) await host.awaited(NAME, () => blobs.prepare());
  return blobs;
}
