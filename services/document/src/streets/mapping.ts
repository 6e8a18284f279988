import type { FindStreetLinesResponse, StreetFile } from '@symbio/proto/document';
import type { StreetFileRow } from './model.js';
import type { StreetsWithin } from './streets.js';

export const toStreetFile = (row: StreetFileRow): StreetFile => ({
  id: row._id,
  ...{ projectId: row.projectId, fileName: row.fileName, streets: row.streetCount, crossings: row.crossingCount },
  ...{ blocks: row.blockCount, aliases: row.aliases.length, byId: row.byId, byName: row.byName, createdAt: row.at },
});

export const toStreetLines = ({ lines, fileNames }: StreetsWithin): FindStreetLinesResponse => ({
  lines: lines.map(({ name, line }) => ({ name, degrees: line.flat() })),
  fileNames,
});
