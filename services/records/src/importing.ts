/** Imports of files: in bounded memory, resumed by another process from the last report. */
import {
  fileKey,
  formatOf,
  headerHash,
  importList,
  ListFileError,
  mappedFormat,
  noProgress,
  readList,
  storedRecord,
  unknownHeader,
} from '@symbio/agency-lists';
import type { BlobStore } from '@symbio/blobs';
import { dataSetEvents } from '@symbio/proto/records';
import type { Actor } from '@symbio/runtime';
import { dataSetEvent } from './events.js';
import type { VersionRow } from './model.js';
import type { OriginalRows } from './original-rows.js';
import type { RecordsRepository } from './repository.js';

export interface ImporterDeps {
  repository: RecordsRepository;
  originals: Pick<OriginalRows, 'keep'>;
  blobs: Pick<BlobStore, 'createReadStream' | 'remove'>;
  /** Before the version is ready, so that a repetition after a crash asks again. */
  listsChanged: () => Promise<void>;
  self: Actor;
}

/** Imports waiting versions, one after the other. */
export function createImporter({ repository, originals, blobs, listsChanged, self }: ImporterDeps) {
  /** The version is searched from here on; the previous one is removed. */
  async function makeCurrent({ _id, dataSetId }: VersionRow): Promise<void> {
    const replaced = (await repository.dataSet(dataSetId))?.currentVersionId ?? '';
    const row = await repository.dataSets.change(dataSetId, self, (_row, after) => {
      const set = { currentVersionId: _id };
      return { set, events: [dataSetEvent(dataSetEvents.changed, after(set))] };
    });
    if (row && replaced !== '' && replaced !== _id) await repository.removeRecordsOf([replaced]);
  }

  async function importVersion(version: VersionRow, signal: AbortSignal): Promise<void> {
    const dataSet = await repository.dataSet(version.dataSetId);
    if (!dataSet) return repository.removeVersions([version._id]);
    const body = await blobs.createReadStream(fileKey(version._id));
    try {
      const table = await readList(body as AsyncIterable<Buffer>);
      const hash = headerHash(table.header);
      const mapping = dataSet.mappings.find((each) => each.headerHash === hash);
      const format = formatOf(table.header, mapping && mappedFormat(mapping.columns, mapping.lists));
      if (!format) {
        const { header, proposed, sample } = await unknownHeader(table);
        const unknown = {
          ...{ header: [...header], headerHash: hash, sample: sample.map((row) => [...row]) },
          proposed: Object.fromEntries(
            Object.entries(proposed).map(([field, column]) => [field, [column].flat()[0] ?? '']),
          ),
        };
        return await repository.changeVersion(version._id, { state: 'unknown_columns', unknown });
      }
      await repository.changeVersion(version._id, { header: [...table.header] });
      await importList({
        ...{ table, format, from: version.progress, signal },
        keep: (rowsBefore, rows) => originals.keep(version._id, rowsBefore, rows),
        store: (records) => repository.addRecords(records.map((record) => storedRecord(version._id, record))),
        report: (progress) => repository.reportImport(version._id, progress, format.key),
      });
    } finally {
      body.destroy();
    }
    await makeCurrent(version);
    await listsChanged();
    await repository.changeVersion(version._id, { state: 'ready' });
    await blobs.remove(fileKey(version._id));
  }

  async function fail(version: VersionRow, problem: string): Promise<void> {
    await repository.changeVersion(version._id, { state: 'failed', problem, progress: noProgress() });
    await repository.removeRecordsOf([version._id]);
    await blobs.remove(fileKey(version._id));
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (let version = await repository.claimImport(); version; version = await repository.claimImport())
      try {
        await importVersion(version, signal);
      } catch (error) {
        if (error instanceof ListFileError) await fail(version, error.message);
        else {
          // continues soon, here or in another process
          await repository.releaseImport(version._id);
          throw error;
        }
      }
  };
}
