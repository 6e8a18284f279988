/** Rows of lists as their files have them, with all columns. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ROWS_AT_ONCE } from '@symbio/agency-lists';
import type { OriginalCell } from '@symbio/proto/records';
import type { StoredHit } from './hits.js';
import type { RecordsRepository } from './repository.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** Fast; rows of a list are alike. */
const LEVEL = 1;

export interface OriginalRowsDeps {
  repository: Pick<RecordsRepository, 'keepRows' | 'keptRows' | 'newestSearch' | 'version'>;
}

export function createOriginalRows({ repository }: OriginalRowsDeps) {
  return {
    async keep(versionId: string, rowsBefore: number, rows: readonly (readonly string[])[]): Promise<void> {
      const packed = await pack(JSON.stringify(rows), { level: LEVEL });
      await repository.keepRows(versionId, Math.floor(rowsBefore / ROWS_AT_ONCE), packed);
    },

    /** None for a record of a radius report, or if its edition was replaced. */
    async ofHit(projectId: string, { dataSetId, row }: Pick<StoredHit, 'dataSetId' | 'row'>): Promise<OriginalCell[]> {
      const search = dataSetId === '' ? undefined : await repository.newestSearch(projectId);
      const versionId = search?.data.find((data) => data.dataSetId === dataSetId)?.versionId;
      if (versionId === undefined) return [];
      const [packed, version] = await Promise.all([
        repository.keptRows(versionId, Math.floor((row - 1) / ROWS_AT_ONCE)),
        repository.version(versionId),
      ]);
      if (!packed || !version?.header) return [];
      const rows = JSON.parse((await unpack(packed)).toString('utf8')) as string[][];
      const values = rows[(row - 1) % ROWS_AT_ONCE] ?? [];
      if (values.length === 0) return [];
      return version.header.map((column, at) => ({ column, value: values[at] ?? '' }));
    },
  };
}

export type OriginalRows = ReturnType<typeof createOriginalRows>;
