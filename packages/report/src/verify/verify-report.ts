import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson, sha256Of } from '../canonical.js';
import { downloadName } from '../download-name.js';
import type { Evidence } from '../evidence.js';
import type { Manifest, ManifestSignature } from '../manifest.js';
import type { Finding } from '../options.js';
import { isSignedBy, SIGNATURE_FILE } from '../signature.js';
import { checkDocuments } from './check-documents.js';

export interface VerifyOptions {
  /** SPKI in DER, base64: the manifest must have this key's signature. Without it any key's is accepted. */
  publicKey?: string;
}

/**
 * Faults of a delivered folder, or of a folder of downloads; none if it is as it was written. Needs nothing but the
 * folder.
 */
export async function verifyReport(folder: string, { publicKey }: VerifyOptions = {}): Promise<Finding[]> {
  const manifestText = await read(folder, 'manifest.json');
  const manifest = parse<Manifest>(manifestText);
  if (!manifest) return [{ code: 'file_missing', message: 'The folder has no readable manifest.json.' }];
  const evidenceText = await read(folder, 'evidence.json');
  const evidence = parse<Evidence>(evidenceText);
  const found = await filesIn(folder);
  const nameOf = (file: string): string => (found.has(file) ? file : downloadName(file, manifest.version.number));
  const findings = [
    ...(await checkSignature(folder, manifestText ?? Buffer.of(), publicKey)),
    ...(await checkFiles(folder, manifest, { found, nameOf })),
    ...checkEvidence(manifest, evidence, evidenceText),
  ];
  if (!evidence) return findings;
  const readFileOf = (file: string): Promise<Buffer> => readFile(path.join(folder, nameOf(file)));
  return [...findings, ...(await checkDocuments(readFileOf, manifest, evidence))];
}

export function conclusionOf({ length }: readonly Finding[]): string {
  if (length === 0) return 'The report is as it was written.';
  return length === 1 ? '1 fault.' : `${length} faults.`;
}

const read = (folder: string, file: string): Promise<Buffer | undefined> =>
  readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

function parse<Value>(text: Buffer | undefined): Value | undefined {
  try {
    const value: unknown = JSON.parse(text?.toString() ?? '');
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    // not JSON
    return undefined;
  }
}

async function checkSignature(folder: string, manifest: Buffer, publicKey: string | undefined): Promise<Finding[]> {
  const file = await read(folder, SIGNATURE_FILE);
  if (!file)
    return publicKey === undefined ? [] : [{ code: 'signature_missing', message: 'The manifest is not signed.' }];
  const signature = parse<ManifestSignature>(file);
  if (!signature || !isSignedBy(manifest, signature))
    return [{ code: 'signature_wrong', message: 'The signature is not that of this manifest.' }];
  if (publicKey !== undefined && signature.public_key !== publicKey)
    return [{ code: 'signature_wrong', message: 'The manifest is signed with another key.' }];
  return [];
}

/** Paths. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    found
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  );
}

interface Names {
  found: ReadonlySet<string>;
  /** In the folder, of a file of the manifest. */
  nameOf: (file: string) => string;
}

async function checkFiles(folder: string, manifest: Manifest, { found, nameOf }: Names): Promise<Finding[]> {
  const known = new Set([...manifest.files.map((file) => nameOf(file.path)), 'manifest.json', SIGNATURE_FILE]);
  const unknown = [...found].filter((name) => !known.has(name));
  const faults = await Promise.all(
    manifest.files.map(async ({ path: name, sha256 }): Promise<Finding[]> => {
      const bytes = await read(folder, nameOf(name));
      if (!bytes) return [{ code: 'file_missing', message: `${name} is missing.` }];
      return sha256Of(bytes) === sha256
        ? []
        : [{ code: 'file_changed', message: `${name} is not the file of the manifest.` }];
    }),
  );
  const strangers = unknown.map((name): Finding => ({
    ...{ code: 'file_unknown', message: `${name} is not in the manifest.` },
  }));
  return [...faults.flat(), ...strangers];
}

function checkEvidence(manifest: Manifest, evidence: Evidence | undefined, text: Buffer | undefined): Finding[] {
  if (!evidence || !text) return [{ code: 'evidence_changed', message: 'evidence.json cannot be read.' }];
  if (sha256Of(text) !== manifest.evidence_sha256 || canonicalJson(evidence) !== text.toString())
    return [{ code: 'evidence_changed', message: 'evidence.json is not the evidence of the manifest.' }];
  return [];
}
