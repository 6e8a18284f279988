/** Agency lists of the installation, and their files. */
import { finished } from 'node:stream/promises';
import {
  countedFile,
  FIELDS,
  FILE_OPTIONS,
  fileKey,
  folded,
  isList,
  MAX_DATA_SETS,
  noProgress,
  partsOfList,
  TOO_LARGE,
  type Columns,
} from '@symbio/agency-lists';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { creationHash, idTaken } from '@symbio/mongo';
import {
  dataSetEvents,
  type AddVersionRequest,
  type CreateDataSetRequest,
  type DataSet,
  type NameColumnsRequest,
  type VersionHeader,
} from '@symbio/proto/records';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import {
  AppError,
  cleanLine,
  conflict,
  doerOf,
  invalid,
  isCalendarDate,
  isId,
  newId,
  notFound,
  parseFields,
  refuseFields,
  type Clock,
} from '@symbio/runtime';
import { z } from 'zod';
import { dataSetEvent } from './events.js';
import { toDataSet } from './mapping.js';
import type { DataSetRow } from './model.js';
import type { RecordsRepository } from './repository.js';

const MAX_FILE_NAME = 255;

const line = (label: string) => z.string().trim().max(300, `${label} is too long (at most 300 characters)`);

const creation = z.object({
  id: z.string().refine((id) => id === '' || isId(id), 'id must be a UUID'),
  name: line('name').min(1, 'name is required'),
  agency: line('agency'),
  sourceUrl: line('source_url'),
  licence: line('licence'),
});

interface FileFacts {
  bytes: number;
  sha256: string;
}

export const tooLarge = (): AppError => new AppError('OUT_OF_RANGE', 'too_large', TOO_LARGE);
export const emptyFile = (): AppError => invalid('empty_file', 'The file is empty. Choose another one.');
const importRunning = (): AppError =>
  conflict('import_running', 'Another file of this list is being imported. Wait for its end.');

export interface DataSetsDeps {
  repository: RecordsRepository;
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'remove' | 'removePrefix'>;
  clock: Clock;
  /** Starts waiting imports. */
  wake: () => void;
  listsChanged: () => Promise<void>;
}

export function createDataSets({ repository, blobs, clock, wake, listsChanged }: DataSetsDeps) {
  async function found(id: string): Promise<DataSetRow> {
    const row = isId(id) ? await repository.dataSet(id) : undefined;
    if (!row) throw notFound('List');
    return row;
  }
  const shown = async (row: DataSetRow): Promise<DataSet> => toDataSet(row, await repository.versionsOf([row._id]));

  const hashed = async (key: string): Promise<FileFacts> => {
    const { body, counted } = countedFile((await blobs.createReadStream(key)) as AsyncIterable<Buffer>);
    await finished(body.resume());
    return counted();
  };

  /** @throws AppError OUT_OF_RANGE above 4 GB */
  async function stored(versionId: string, chunks: AsyncIterable<Buffer>): Promise<FileFacts> {
    const key = fileKey(versionId);
    const { body, counted } = countedFile(chunks);
    try {
      await blobs.put(key, body, FILE_OPTIONS);
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      if (error.code === 'too_large') throw tooLarge();
      // of an earlier call that ended before its version, or a concurrent one
      if (error.code === 'exists') return hashed(key);
      throw error;
    }
    return counted();
  }

  /** @throws AppError NOT_FOUND, INVALID_ARGUMENT, OUT_OF_RANGE, FAILED_PRECONDITION import_running, id_taken */
  async function add(header: VersionHeader, chunks: AsyncIterable<Buffer>, { actor }: CallContext): Promise<DataSet> {
    const { id, dataSetId, agencyDate } = header;
    const fileName = cleanLine(header.fileName).slice(0, MAX_FILE_NAME);
    refuseFields({
      ...(id !== '' && !isId(id) && { id: 'id must be a UUID' }),
      ...(agencyDate !== '' && !isCalendarDate(agencyDate) && { agency_date: 'agency_date must be a date' }),
    });
    const row = await found(dataSetId);
    const before = id === '' ? undefined : await repository.version(id);
    if (before && before.dataSetId !== dataSetId) throw idTaken('A version');
    if (before) return shown(row);
    const versions = await repository.versionsOf([dataSetId]);
    if (versions.some(({ state }) => state === 'importing')) throw importRunning();
    const versionId = id || newId();
    const file = await stored(versionId, chunks);
    if (file.bytes === 0) {
      await blobs.remove(fileKey(versionId));
      throw emptyFile();
    }
    await repository.addVersion({
      ...{ _id: versionId, dataSetId, state: 'importing', agencyDate, fileName, ...file, format: '' },
      ...{ progress: noProgress(), byId: doerOf(actor), byName: actor.name, at: clock.now() },
    });
    wake();
    return shown(row);
  }

  return {
    async list(): Promise<DataSet[]> {
      const rows = await repository.listDataSets();
      const versions = await repository.versionsOf(rows.map(({ _id }) => _id));
      return rows.map((row) => toDataSet(row, versions));
    },

    /** @throws AppError NOT_FOUND */
    get: async (id: string): Promise<DataSet> => shown(await found(id)),

    /** @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION id_taken, too_many_data_sets */
    async create(request: CreateDataSetRequest, { actor }: CallContext): Promise<DataSet> {
      const { id, ...values } = parseFields(creation, request);
      const hash = creationHash(values);
      const known = id === '' ? undefined : await repository.dataSet(id);
      if (!known && (await repository.countDataSets()) >= MAX_DATA_SETS)
        throw conflict('too_many_data_sets', `There can be at most ${MAX_DATA_SETS} data sets.`);
      const row = {
        ...values,
        ...{ currentVersionId: '', mappings: [], createdById: doerOf(actor), createdByName: actor.name },
        creationHash: hash,
      };
      const inserted = await repository.dataSets.insert(id || newId(), row, actor, (after) => [
        dataSetEvent(dataSetEvents.created, after),
      ]);
      const there = inserted ?? (await repository.dataSet(id));
      if (there?.creationHash !== hash) throw idTaken('A data set');
      return shown(there);
    },

    async remove(id: string, { actor }: CallContext): Promise<void> {
      await found(id);
      const versions = await repository.versionsOf([id]);
      await repository.dataSets.change(id, actor, (_row, after) => ({
        events: [dataSetEvent(dataSetEvents.deleted, after({}))],
        remove: true,
      }));
      await listsChanged();
      await Promise.all(versions.map(({ _id }) => blobs.remove(fileKey(_id))));
      await blobs.removePrefix(partsOfList(id));
      await repository.removeVersions(versions.map(({ _id }) => _id));
    },

    add,

    /** As {@link add}. */
    async addVersion(requests: AsyncIterable<AddVersionRequest>, context: CallContext): Promise<DataSet> {
      const parts = requests[Symbol.asyncIterator]();
      try {
        return await add(await headerOf(parts), chunksOf(parts), context);
      } finally {
        // also after a refusal, so that the client stops sending
        await parts.return?.();
      }
    },

    /** @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION columns_known */
    async nameColumns(
      { dataSetId, versionId, columns, lists }: NameColumnsRequest,
      { actor }: CallContext,
    ): Promise<DataSet> {
      await found(dataSetId);
      const version = (await repository.versionsOf([dataSetId])).find(({ _id }) => _id === versionId);
      if (!version) throw notFound('Version', 'version_id');
      const { unknown } = version;
      if (version.state !== 'unknown_columns' || !unknown)
        throw conflict('columns_known', 'The columns of this version are known.');
      const known = new Set(unknown.header.map(folded));
      const bad = Object.entries(columns).find(
        ([field, column]) => !(FIELDS as readonly string[]).includes(field) || !known.has(folded(column)),
      );
      refuseFields({
        ...(bad && { columns: `The file has no column ${bad[1]}, or ${bad[0]} is no field.` }),
        ...(!bad && !columns.name && !columns.address && { columns: 'Name the column of the name or the address.' }),
        ...(!(lists.length > 0 && lists.every(isList)) && { lists: 'Choose at least one known list.' }),
      });
      const { headerHash } = unknown;
      await repository.dataSets.change(dataSetId, actor, (row, after) => {
        const mappings = [
          ...row.mappings.filter((mapping) => mapping.headerHash !== headerHash),
          { headerHash, columns: columns as Columns, lists },
        ];
        return { set: { mappings }, events: [dataSetEvent(dataSetEvents.changed, after({ mappings }))] };
      });
      await repository.changeVersion(versionId, { state: 'importing', leaseUntil: clock.now() });
      wake();
      return shown(await found(dataSetId));
    },
  };
}

export type DataSets = ReturnType<typeof createDataSets>;
