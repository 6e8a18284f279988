import { withoutCredentials } from '../reasons.js';
import type { ServiceHost } from '../service-host.js';
import type { BlobStore } from './blob-store.js';
import { openBlobStore } from './open.js';

/** Settings of a process that works with files. */
export interface BlobSettings {
  BLOB_URL: string;
  /** Key of signed addresses. */
  FILES_SECRET: string;
  /** The key before, whose addresses are still good. */
  FILES_SECRET_PREVIOUS?: string;
  /** Put before /files in signed addresses; empty means the origin of whoever reads them. */
  FILES_PUBLIC_URL?: string;
  /** Makes the folder or the bucket. */
  prepareOnly?: boolean;
}

/** As readiness and metrics name it. */
const NAME = 'blobs';

/**
 * The process's blob store: opened from its settings, awaited at the start, looked at from then on, closed at the end. While
 * it is away the process is not ready but answers what needs no files; whoever wants one is told to try again.
 */
export async function hostBlobs(
  host: Pick<ServiceHost, 'awaited' | 'clock' | 'dependsOn' | 'lifecycle' | 'log' | 'metrics'>,
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
      // told also, and above all, when the disk is too full
      const free = await blobs.freeBytes().catch(() => undefined);
      if (free !== undefined) host.metrics.blobsFreeBytes.set({ store: 'folder' }, free);
      await blobs.check(signal);
    },
    explain: (error) => (error instanceof Error ? error.message : String(error)),
  });
  if (settings.prepareOnly) await host.awaited(NAME, () => blobs.prepare());
  return blobs;
}
