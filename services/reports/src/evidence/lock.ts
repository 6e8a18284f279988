/** Reads the evidence until two successive readings are equal, and stores it. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobStore } from '@symbio/blobs';
import { canonicalJson, evidenceHash, missingLetters, type Evidence } from '@symbio/report';
import type { CallContext } from '@symbio/rpc';
import { conflict, newId, type Clock } from '@symbio/runtime';
import type { StoredFile, StoredProfessional, VersionRow } from '../model.js';
import type { ReportRepository } from '../repository.js';
import { evidenceOf } from './evidence.js';
import { photographKey } from './photograph-key.js';
import { readSources, type SourceClients, type Sources } from './sources.js';
import { streetsOf } from './streets.js';

export const EVIDENCE_FILE = 'evidence.json';
const JSON_TYPE = 'application/json';
/** Readings before the lock gives up. */
const READINGS = 4;
/** Characters of a text with a letter that cannot be printed. */
const SHOWN_TEXT = 120;

export const folderOf = ({ projectId, id }: { projectId: string; id: string }): string => `reports/${projectId}/${id}`;

export interface EvidencesDeps {
  repository: Pick<ReportRepository, 'report'>;
  clients: SourceClients;
  blobs: Pick<BlobStore, 'put' | 'createReadStream'>;
  clock: Clock;
  /** Of the installation, for links to sheets. */
  origin: string;
}

export interface LockRequest {
  id: string;
  projectId: string;
  number: number;
  previous: Pick<VersionRow, 'number'> | undefined;
}

export interface LockedEvidence {
  sha256: string;
  file: StoredFile;
  photographs: { id: string; key: string }[];
  professional: StoredProfessional | undefined;
  /** Author ids of the active determinations. */
  determinedBy: string[];
}

async function hashOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** @throws AppError FAILED_PRECONDITION `missing_letters` */
async function refuseMissingLetters(evidence: Evidence): Promise<void> {
  const missing = await missingLetters(evidence);
  if (!missing) return;
  const text = missing.text.length > SHOWN_TEXT ? `${missing.text.slice(0, SHOWN_TEXT)}…` : missing.text;
  throw conflict(
    'missing_letters',
    `The report cannot print ${missing.letters.join(' ')} in “${text}”. Replace these characters first.`,
  );
}

export function createEvidences({ repository, clients, blobs, clock, origin }: EvidencesDeps) {
  async function hashesOf(photographs: Sources['photographs'], known: Map<string, string>): Promise<void> {
    for (const { id, imageUrl } of photographs)
      if (!known.has(id)) known.set(id, await hashOf(await blobs.createReadStream(photographKey(imageUrl))));
  }

  return {
    /** @throws AppError FAILED_PRECONDITION `evidence_moves`, `missing_letters` */
    async lock({ id, projectId, number, previous }: LockRequest, context: CallContext): Promise<LockedEvidence> {
      const lockedAt = clock.now();
      const hashes = new Map<string, string>();
      let before = '';
      for (let reading = 0; reading < READINGS; reading++) {
        const [sources, report] = await Promise.all([
          readSources(clients, projectId, context),
          repository.report(projectId),
        ]);
        await hashesOf(sources.photographs, hashes);
        const version = {
          ...{ id, number, locked_by: context.actor.name },
          ...(previous && { based_on: previous.number }),
        };
        const read = evidenceOf(sources, { version, lockedAt, report, hashes, origin });
        const evidence = { ...read, ...(await streetsOf(clients, read, context)) };
        const sha256 = evidenceHash(evidence);
        if (sha256 === before) {
          await refuseMissingLetters(evidence);
          const key = `${folderOf({ projectId, id })}/${newId()}-${EVIDENCE_FILE}`;
          const { bytes } = await blobs.put(key, Buffer.from(canonicalJson(evidence)), { contentType: JSON_TYPE });
          const file = { name: EVIDENCE_FILE, key, bytes, sha256, contentType: JSON_TYPE };
          const photographs = sources.photographs.map((one) => ({ id: one.id, key: photographKey(one.imageUrl) }));
          const determinedBy = [...new Set(sources.determinations.map(({ authorId }) => authorId))];
          return { sha256, file, photographs, professional: report?.professional, determinedBy };
        }
        before = sha256;
      }
      throw conflict('evidence_moves', 'The evidence changed while the version was made. Try again.');
    },
  };
}

export type Evidences = ReturnType<typeof createEvidences>;
