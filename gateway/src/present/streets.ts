import type { app } from '@symbio/api';
import type { StreetFile, StreetPlace } from '@symbio/proto/document';
import { moment } from './json.js';

export const presentStreetFile = (file: StreetFile): app.streets.StreetFileJson => ({
  id: file.id,
  file_name: file.fileName,
  of_installation: file.projectId === '',
  ...{ streets: file.streets, crossings: file.crossings, blocks: file.blocks, aliases: file.aliases },
  by_id: file.byId || null,
  by_name: file.byName || null,
  created_at: moment(file.createdAt),
});

export const presentStreetPlace = ({ name, kind, longitude, latitude }: StreetPlace): app.streets.StreetPlaceJson => ({
  ...{ name, kind, longitude, latitude },
});
