import type { Place } from '@symbio/georeference';
import { isDuplicateKey } from '@symbio/mongo';
import {
  blockOf,
  blockRows,
  crossingOf,
  crossingRows,
  INSTALLATION,
  type Block,
  type Crossing,
  type DegreeBox,
  type ImportedStreets,
  type StreetBlockRow,
} from '@symbio/streets';
import type { StreetFileRow, StreetModels } from './model.js';

const ROWS_AT_ONCE = 5_000;
/** Without a Mongoose document for each: they are derived here. */
const UNCHECKED = { lean: true } as const;
const EARTH_FEET = 20_902_231;
/** In the largest circle of a proposal: a dense city has 6,000. */
const MOST_NEAR = 30_000;
const MOST_FOUND = 500;
/** With the sides of a street: 20 blocks by 20 have 1,600. */
const MOST_IN_BOX = 2_000;

/** Paths whose corners are not all on one side of the box: nearly those that cross it. */
const overlaps = ([west, south, east, north]: DegreeBox) => ({
  $and: [{ 0: { $gte: west } }, { 0: { $lte: east } }, { 1: { $gte: south } }, { 1: { $lte: north } }].map(
    (corner) => ({ path: { $elemMatch: corner } }),
  ),
});

export function createStreetRepository({ streetFiles, streetCrossings, streetBlocks }: StreetModels) {
  async function removeContent(contentId: string): Promise<void> {
    await streetCrossings.deleteMany({ contentId });
    await streetBlocks.deleteMany({ contentId });
  }

  async function remove({ _id, contentId }: Pick<StreetFileRow, '_id' | 'contentId'>): Promise<void> {
    await streetFiles.deleteOne({ _id });
    await removeContent(contentId);
  }

  return {
    /** Of the project, then of the installation, newest first. */
    async files(projectId: string): Promise<StreetFileRow[]> {
      return streetFiles
        .find({ projectId: { $in: [projectId, INSTALLATION] } })
        .sort({ projectId: -1, at: -1, _id: -1 })
        .lean<StreetFileRow[]>();
    },

    /** @returns the file that a concurrent identical call has added, else the row */
    async add(row: StreetFileRow, content: ImportedStreets): Promise<StreetFileRow> {
      const { _id, contentId } = row;
      try {
        const [crossings, blocks] = [crossingRows(contentId, content), blockRows(contentId, content)];
        for (let at = 0; at < crossings.length; at += ROWS_AT_ONCE)
          await streetCrossings.insertMany(crossings.slice(at, at + ROWS_AT_ONCE), UNCHECKED);
        for (let at = 0; at < blocks.length; at += ROWS_AT_ONCE)
          await streetBlocks.insertMany(blocks.slice(at, at + ROWS_AT_ONCE), UNCHECKED);
        await streetFiles.create(row);
        return row;
      } catch (error) {
        await removeContent(contentId);
        const known = isDuplicateKey(error) ? await streetFiles.findById(_id).lean<StreetFileRow>() : null;
        if (!known) throw error;
        return known;
      }
    },

    remove,

    async removeOfProject(projectId: string): Promise<void> {
      const files = await streetFiles.find({ projectId }).lean<StreetFileRow[]>();
      for (const file of files) await remove(file);
    },

    async crossingsNear(contentIds: readonly string[], site: Place, radiusFeet: number): Promise<Crossing[]> {
      const circle = [[site.longitude, site.latitude], radiusFeet / EARTH_FEET];
      const rows = await streetCrossings
        .find({ contentId: { $in: [...contentIds] }, place: { $geoWithin: { $centerSphere: circle } } })
        .limit(MOST_NEAR)
        .lean();
      return rows.map(crossingOf);
    },

    async crossingsNamed(contentIds: readonly string[], cores: readonly [string, string]): Promise<Crossing[]> {
      const rows = await streetCrossings
        .find({ contentId: { $in: [...contentIds] }, cores: { $all: [...cores] } })
        .limit(MOST_FOUND)
        .lean();
      return rows.map(crossingOf);
    },

    async blocksNamed(contentIds: readonly string[], core: string, number: number): Promise<Block[]> {
      const rows = await streetBlocks
        .find({ contentId: { $in: [...contentIds] }, core, low: { $lte: number }, high: { $gte: number } })
        .limit(MOST_FOUND)
        .lean();
      return rows.map(blockOf);
    },

    /** Blocks of named streets that may cross a box, with their content; none if more than 2,000 may. */
    async blocksWithin(
      contentIds: readonly string[],
      cores: readonly string[],
      box: DegreeBox,
    ): Promise<(Block & { contentId: string })[]> {
      const named = { contentId: { $in: [...contentIds] }, core: { $in: [...cores] } };
      // Mongoose does not cast corners, which are lists in a list
      const rows = await streetBlocks.collection
        .find<StreetBlockRow>({ ...named, ...overlaps(box) })
        .limit(MOST_IN_BOX + 1)
        .toArray();
      return rows.length > MOST_IN_BOX ? [] : rows.map((row) => ({ ...blockOf(row), contentId: row.contentId }));
    },
  };
}

export type StreetRepository = ReturnType<typeof createStreetRepository>;
