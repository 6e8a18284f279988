import { sentenceOf } from '@symbio/runtime';
import { OperationError, type Command, type CommandContext } from '../command.js';
import { verifyArchive } from './archive-reader.js';
import { makeBackup, megabytes, type BackupSummary } from './backup.js';
import { archiveAt, destinationOf, keepNewest, type Destination } from './destinations.js';
import { decryptionOf, encryptionOf, parsedArgs, productVersion } from './settings.js';
import { withStores } from './with-stores.js';

const USAGE = `backup [TO]             copies databases, files, events and accounts into one archive, while people work
backup list [WHERE]     the archives of a folder or a bucket
backup verify ARCHIVE   reads an archive whole and compares everything in it with its hashes

  TO, WHERE             a file, a folder (gives it a name by itself), or s3://bucket/prefix?region=…&endpoint=… as in
                        BLOB_URL; the setting BACKUP_URL when left out
  --keep N              afterwards only the newest N archives of that folder or bucket stay
  --passphrase-file F   encrypt (or decrypt) with the passphrase in this file; or the setting BACKUP_PASSPHRASE
  --recipient KEY       encrypt for this public key of age (age1…) instead; or the setting BACKUP_RECIPIENT
  --identity-file F     decrypt with the private key in this file
  --no-blobs            databases only, where the blob store is backed up by its own means
  --data DIR            the local stack in this folder, running or not; when left out the running one, or .data

MONGODB_URI, NATS_URL, BLOB_URL name the installation; without them it is the local stack.
Exit codes: 0 done, 1 failed (one sentence says why), 2 called wrongly.`;

const OPTIONS = {
  keep: { type: 'string' },
  'passphrase-file': { type: 'string' },
  recipient: { type: 'string' },
  'identity-file': { type: 'string' },
  'no-blobs': { type: 'boolean', default: false },
  data: { type: 'string' },
} as const;

type Values = ReturnType<typeof parsedArgs<typeof OPTIONS>>['values'];

export const backup: Command = {
  usage: USAGE,
  async run(args, context) {
    const { values, positionals } = parsedArgs(args, OPTIONS, USAGE);
    const [first, second] = positionals;
    if (first === 'list') return list(second, context);
    const decryption = { passphraseFile: values['passphrase-file'], identityFile: values['identity-file'] };
    if (first === 'verify') return verify(second, decryptionOf(decryption, context.env), context);
    if (second !== undefined) throw new OperationError(`There is one place for an archive.\n\n${USAGE}`, undefined, 2);
    return make(first, values, context);
  },
};

async function make(
  to: string | undefined,
  values: Values,
  { env, print, say, signal, local }: CommandContext,
): Promise<number> {
  const keep = keepOf(values.keep ?? env.BACKUP_KEEP);
  const encryption = encryptionOf({ passphraseFile: values['passphrase-file'], recipient: values.recipient }, env);
  const where = whereOf(to, env);
  const began = Date.now();
  const destination = await destinationOf(where, new Date(), encryption !== undefined);
  try {
    await removeUnfinished(destination, { print, say });
    let written = 0;
    const counted = async function* (archive: AsyncIterable<Buffer>) {
      for await (const chunk of archive) {
        written += chunk.length;
        yield chunk;
      }
    };
    const withBlobs = !values['no-blobs'];
    const options = { env, dataDir: values.data, withBlobs, mayBeNew: false, mustBeStopped: false, say, signal, local };
    const summary = await withStores(options, (stores) =>
      makeBackup({
        stores,
        encryption,
        product: productVersion(),
        keep: (archive) => destination.keep(counted(archive)),
        say,
        signal,
      }),
    );
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const how = encryption ? 'encrypted' : 'not encrypted';
    print(`${destination.name}: ${contentsOf(summary)}; ${megabytes(written)}, ${how}, ${seconds} s.`);
    if (keep !== undefined) for (const name of await keepNewest(destination, keep)) print(`Removed ${name}.`);
    return 0;
  } finally {
    await destination.close();
  }
}

/** Milliseconds after which an unfinished archive is abandoned. */
const UNFINISHED_MS = 24 * 60 * 60_000;

async function removeUnfinished(
  destination: Destination,
  { print, say }: Pick<CommandContext, 'print' | 'say'>,
): Promise<void> {
  try {
    const removed = await destination.removeUnfinished(new Date(Date.now() - UNFINISHED_MS));
    if (removed > 0)
      print(`Removed what ${removed === 1 ? 'a backup' : `${removed} backups`} left unfinished when killed.`);
  } catch (error) {
    // the role may lack this right; the backup matters more
    say(`What is left of backups that were killed could not be removed: ${sentenceOf(error)}`);
  }
}

function whereOf(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const where = given ?? env.BACKUP_URL;
  if (!where) throw new OperationError(`Say where the archive goes, or set BACKUP_URL.\n\n${USAGE}`, undefined, 2);
  return where;
}

function keepOf(given: string | undefined): number | undefined {
  if (!given) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(given))
    throw new OperationError(`--keep is "${given}"; it must be 1 or more.`, undefined, 2);
  return Number(given);
}

/** Summary of an archive for people. */
export function contentsOf({ collections, blobs, blobBytes, hasBlobs, messages, accounts }: BackupSummary): string {
  const rows = collections.reduce((sum, collection) => sum + collection.rows, 0);
  const events = Object.values(messages).reduce((sum, count) => sum + count, 0);
  return [
    `${rows} rows of ${new Set(collections.map(({ service }) => service)).size} services`,
    hasBlobs ? `${blobs} files of ${megabytes(blobBytes)}` : 'no files',
    `${events} messages`,
    ...(accounts.length > 0 ? ['local accounts'] : []),
  ].join(', ');
}

async function list(where: string | undefined, { env, print }: CommandContext): Promise<number> {
  const destination = await destinationOf(folderOf(whereOf(where, env)), new Date(), false);
  try {
    const archives = await destination.list();
    for (const { name, bytes } of archives) print(`${name}  ${megabytes(bytes)}`);
    if (archives.length === 0) print('There is no backup.');
    return 0;
  } finally {
    await destination.close();
  }
}

const folderOf = (where: string): string => (where.includes('://') || where.endsWith('/') ? where : `${where}/`);

async function verify(
  where: string | undefined,
  decryption: ReturnType<typeof decryptionOf>,
  { env, print, signal }: CommandContext,
): Promise<number> {
  const destination = await archiveAt(whereOf(where, env));
  try {
    const manifest = await verifyArchive(destination.source, decryption, () => signal.throwIfAborted());
    print(
      `${destination.name} is whole: of ${manifest.startedAt}, by Symbio ${manifest.product}; ${contentsOf(manifest)}.`,
    );
    return 0;
  } finally {
    await destination.close();
  }
}
