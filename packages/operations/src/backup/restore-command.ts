import fs from 'node:fs';
import path from 'node:path';
import { OperationError, type Command, type CommandContext } from '../command.js';
import { entriesOf } from './archive-reader.js';
import { contentsOf } from './backup-command.js';
import { archiveAt } from './destinations.js';
import { restoreArchive, type RestoreSummary } from './restore.js';
import { decryptionOf, parsedArgs, productVersion } from './settings.js';
import { withStores } from './with-stores.js';

const USAGE = `restore ARCHIVE         brings an archive back into an empty installation whose services do not run

  ARCHIVE               a file, s3://bucket/prefix/NAME?…, or a folder or bucket, of which the newest is taken;
                        the setting BACKUP_URL when left out
  --passphrase-file F   of an encrypted archive; or the setting BACKUP_PASSPHRASE
  --identity-file F     of an archive encrypted for a public key
  --force               removes what is there first; restores what a later version wrote
  --silent              for practice: webhooks are paused, and no mail or call that waits is sent
  --data DIR            the local stack in this folder, which must not run; .data when left out

MONGODB_URI, NATS_URL, BLOB_URL name the installation; without them it is the local stack.
Exit codes: 0 done, 1 failed (one sentence says why; the same call begins again), 2 called wrongly.`;

const OPTIONS = {
  'passphrase-file': { type: 'string' },
  'identity-file': { type: 'string' },
  force: { type: 'boolean', default: false },
  silent: { type: 'boolean', default: false },
  data: { type: 'string' },
} as const;

export const restore: Command = {
  usage: USAGE,
  async run(args, context) {
    const { values, positionals } = parsedArgs(args, OPTIONS, USAGE);
    const archive = positionals[0] ?? context.env.BACKUP_URL;
    if (!archive || positionals.length > 1) throw new OperationError(`Say which archive.\n\n${USAGE}`, undefined, 2);
    await restoreInto({
      ...{ archive, dataDir: values.data, force: values.force, silent: values.silent },
      ...{ passphraseFile: values['passphrase-file'], identityFile: values['identity-file'] },
      context,
    });
    return 0;
  },
};

export interface RestoreInto {
  archive: string;
  dataDir: string | undefined;
  force?: boolean;
  silent?: boolean;
  passphraseFile?: string | undefined;
  identityFile?: string | undefined;
  context: CommandContext;
}

/** Checks that an archive exists and can be opened; reads its first entry only. */
export async function checkArchive(archive: string, env: NodeJS.ProcessEnv): Promise<void> {
  const decryption = decryptionOf({}, env);
  const { source, close } = await archiveAt(archive);
  const entries = entriesOf(source, decryption);
  try {
    await entries.next();
  } finally {
    await entries.return(undefined);
    await close();
  }
}

/** Restores an archive and prints the result; also for `npm start -- --restore`. */
export async function restoreInto({
  archive,
  dataDir,
  force = false,
  silent = false,
  passphraseFile,
  identityFile,
  context: { env, print, say, signal, local },
}: RestoreInto): Promise<void> {
  const began = Date.now();
  const decryption = decryptionOf({ passphraseFile, identityFile }, env);
  const { source, close } = await archiveAt(archive);
  try {
    const options = { env, dataDir, withBlobs: true, mayBeNew: true, mustBeStopped: true, say, signal, local };
    const summary = await withStores(options, async (stores, choice) => {
      const done = await restoreArchive({
        ...{ stores, source, decryption, product: productVersion(), force, silent, say, signal },
      });
      // keeps the local stack from adding the demonstration
      if (choice.dataDir !== undefined) fs.writeFileSync(path.join(choice.dataDir, 'demo.done'), 'restored\n');
      return done;
    });
    for (const line of linesOf(summary, (Date.now() - began) / 1000)) print(line);
  } finally {
    await close();
  }
}

function linesOf({ manifest, rows, refused, blobs, events, deadLetters, reconciled }: RestoreSummary, seconds: number) {
  const { pages, documents, removed, screenshots } = reconciled;
  const changes = [
    [documents, 'documents are read again, since they were being read'],
    [pages, 'pages are drawn again, since their pictures were replaced'],
    [removed, 'documents left out, since they were deleted'],
    [screenshots, 'screenshots left out, since they were removed'],
    [refused, 'rows left out, since others took their place'],
  ] as const;
  return [
    `Restored the backup of ${manifest.startedAt} (Symbio ${manifest.product}) in ${seconds.toFixed(1)} s: ${contentsOf(manifest)}.`,
    ...Object.entries(rows).map(([service, count]) => `  ${service.padEnd(12)}${count} rows`),
    `  ${'files'.padEnd(12)}${blobs}${manifest.hasBlobs ? '' : ' (the archive has none: the blob store must be the one they are in)'}`,
    `  ${'events'.padEnd(12)}${events.sent} sent again, ${events.left} left out as later than the rows; ${deadLetters} dead letters`,
    ...changes.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what} while the backup was made`),
    'The services can be started now.',
  ];
}
