import type { StreetFile } from '@symbio/proto/document';
import type { StreetFileRow } from './model.js';

export const toStreetFile = (row: StreetFileRow): StreetFile => ({
  id: row._id,
  ...{ projectId: row.projectId, fileName: row.fileName, streets: row.streetCount, crossings: row.crossingCount },
  ...{ blocks: row.blockCount, aliases: row.aliases.length, byId: row.byId, byName: row.byName, createdAt: row.at },
});
