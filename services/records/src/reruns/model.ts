import { moment, number, strictSchema, text, fields, type Connection, type ValuesOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const rerun = fields({
  /** Of the project. */
  _id: text,
  /** Of the first and the latest change. */
  firstAt: moment,
  askedAt: moment,
  /** Once changes pause; while a process searches: the end of its lease. */
  due: moment,
  /** When a person last looked at the searches: these projects come first. */
  lookedAt: moment,
  /** Failed attempts. */
  tries: number,
});
/** A project whose search is to be repeated. */
export type RerunRow = ValuesOf<typeof rerun>;

export const RERUNS = 'search_reruns';

export function rerunModel(connection: Connection): Model<RerunRow> {
  const reruns = strictSchema<RerunRow>('search_reruns' satisfies typeof RERUNS, rerun);
  reruns.index({ lookedAt: -1, due: 1 });
  return connection.model<RerunRow>('SearchRerun', reruns);
}
