import { fields, moment, number, part, strictSchema, text, typed, type Connection, type ValuesOf } from '@symbio/mongo';
import { STREET_COLLECTIONS, type StreetBlockRow, type StreetCrossingRow } from '@symbio/streets';
import type { Model } from 'mongoose';

const streetFile = fields({
  _id: text,
  /** Empty: of the installation. */
  projectId: text,
  /** Of its crossings and blocks; another one for each attempt to add the file. */
  contentId: text,
  fileName: text,
  streetCount: number,
  crossingCount: number,
  blockCount: number,
  aliases: { type: [part(fields({ alias: text, name: text }))], default: [] },
  byId: text,
  /** The name at that time. */
  byName: text,
  at: moment,
});
/** Inserted after its crossings and blocks, and removed before them: those without a file are invisible. */
export type StreetFileRow = ValuesOf<typeof streetFile>;

const crossing = fields({
  _id: text,
  contentId: text,
  streets: { type: typed<[string, string]>([String]), required: true },
  cores: { type: typed<[string, string]>([String]), required: true },
  place: { type: typed<StreetCrossingRow['place']>(Object), required: true },
});

const block = fields({
  _id: text,
  contentId: text,
  street: text,
  core: text,
  low: number,
  high: number,
  parity: { type: String, enum: ['even', 'odd', 'both'], required: true },
  path: { type: typed<StreetBlockRow['path']>([[Number]]), required: true },
});

export interface StreetModels {
  streetFiles: Model<StreetFileRow>;
  streetCrossings: Model<StreetCrossingRow>;
  streetBlocks: Model<StreetBlockRow>;
}

export function streetModels(connection: Connection): StreetModels {
  const files = strictSchema<StreetFileRow>('streetFiles' satisfies typeof STREET_COLLECTIONS.files, streetFile);
  files.index({ projectId: 1, at: -1 });
  const crossings = strictSchema<StreetCrossingRow>(
    'streetCrossings' satisfies typeof STREET_COLLECTIONS.crossings,
    crossing,
  );
  crossings.index({ contentId: 1, place: '2dsphere' });
  crossings.index({ contentId: 1, cores: 1 });
  const blocks = strictSchema<StreetBlockRow>('streetBlocks' satisfies typeof STREET_COLLECTIONS.blocks, block);
  blocks.index({ contentId: 1, core: 1, low: 1 });
  return {
    streetFiles: connection.model<StreetFileRow>(STREET_COLLECTIONS.files, files),
    streetCrossings: connection.model<StreetCrossingRow>(STREET_COLLECTIONS.crossings, crossings),
    streetBlocks: connection.model<StreetBlockRow>(STREET_COLLECTIONS.blocks, blocks),
  };
}
