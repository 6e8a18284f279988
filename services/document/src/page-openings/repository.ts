import { namedId } from '@symbio/runtime';
import { afterPosition, type PageSpec } from '@symbio/rpc';
import type { Model, QueryFilter } from 'mongoose';
import { rowsOfDocument } from '../deletions/rows-of-document.js';
import type { PageOpeningRow } from './model.js';

export interface OpeningFilter {
  projectId: string;
  documentId?: string;
  userId?: string;
}

const where = (filter: OpeningFilter): QueryFilter<PageOpeningRow> => ({ ...filter, hidden: null });

export function createPageOpeningRepository(model: Model<PageOpeningRow>) {
  function listQuery(filter: OpeningFilter, slice?: PageSpec) {
    const all = model
      .find({ $and: [where(filter), afterPosition('firstAt', 'newest first', slice?.after)] })
      .sort({ firstAt: -1, _id: -1 });
    return slice ? all.skip(slice.skip).limit(slice.perPage) : all;
  }

  return {
    /** Keeps the first opening of a page by a user. */
    async record({
      userName,
      at,
      ...key
    }: Pick<PageOpeningRow, 'projectId' | 'documentId' | 'pageId' | 'userId' | 'userName'> & {
      at: Date;
    }): Promise<PageOpeningRow> {
      return model
        .findOneAndUpdate(
          { _id: namedId(`${key.pageId} ${key.userId}`) },
          { $setOnInsert: { ...key, firstAt: at }, $set: { userName }, $max: { lastAt: at } },
          { upsert: true, returnDocument: 'after' },
        )
        .orFail()
        .lean<PageOpeningRow>();
    },

    /** By first opening, newest first. */
    async list(filter: OpeningFilter, slice?: PageSpec): Promise<PageOpeningRow[]> {
      return listQuery(filter, slice).lean<PageOpeningRow[]>();
    },
    listQuery,

    async count(filter: OpeningFilter): Promise<number> {
      return model.countDocuments(where(filter));
    },

    ...rowsOfDocument(model),
  };
}

export type PageOpeningRepository = ReturnType<typeof createPageOpeningRepository>;
