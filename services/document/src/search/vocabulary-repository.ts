/** The distinct words of a project, with lookup keys for misreadings and parts. */
import { escapeRegExp } from '@symbio/rpc';
import { insertMissing } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { SearchWordRow } from '../model.js';
import { canBeMisread, keysToLookUp, nearest, nearKeys } from './near-words.js';

/** Maximum misreadings per word. */
const MOST_NEAR = 24;
/** Maximum candidates with a shared key. */
const MOST_COMPARED = 2_000;
/** Maximum words with a suffix. */
const MOST_ENDING = 200;
/** Minimum letters of a suffix, and of the part before it. */
const SHORTEST_PART = 3;

const idOf = (projectId: string, token: string): string => `${projectId} ${token}`;
const reversed = (token: string): string => [...token].reverse().join('');

export class Vocabulary {
  readonly #model: Model<SearchWordRow>;

  constructor(model: Model<SearchWordRow>) {
    this.#model = model;
  }

  async known(projectId: string, tokens: readonly string[]): Promise<Set<string>> {
    if (tokens.length === 0) return new Set();
    const rows = await this.#model
      .find({ _id: { $in: tokens.map((token) => idOf(projectId, token)) } }, { token: 1 })
      .lean<Pick<SearchWordRow, 'token'>[]>();
    return new Set(rows.map(({ token }) => token));
  }

  /** Adds words of three or more letters. Idempotent. */
  async add(projectId: string, tokens: readonly string[]): Promise<void> {
    const wanted = [...new Set(tokens.filter(canBeMisread))];
    const known = await this.known(projectId, wanted);
    const rows = wanted
      .filter((token) => !known.has(token))
      .map((token): SearchWordRow => {
        return { _id: idOf(projectId, token), projectId, token, ending: reversed(token), near: nearKeys(token) };
      });
    // bypasses validation: all fields are derived from tokens; concurrent inserts of a word are tolerated
    if (rows.length > 0) await insertMissing(this.#model.collection, rows);
  }

  async near(projectId: string, word: string): Promise<string[]> {
    const keys = keysToLookUp(word);
    if (keys.length === 0) return [];
    const rows = await this.nearQuery(projectId, keys).lean<Pick<SearchWordRow, 'token'>[]>();
    return nearest(
      word,
      rows.map(({ token }) => token),
      MOST_NEAR,
    );
  }

  nearQuery(projectId: string, keys: readonly string[]) {
    return this.#model.find({ projectId, near: { $in: [...keys] } }, { _id: 0, token: 1 }).limit(MOST_COMPARED);
  }

  /** Compounds that end in this word after another known word: coalyard for yard, if coal is known. */
  async endingIn(projectId: string, word: string): Promise<string[]> {
    if (word.length < SHORTEST_PART || !canBeMisread(word)) return [];
    const rows = await this.endingQuery(projectId, word).lean<Pick<SearchWordRow, 'token'>[]>();
    const before = rows.map(({ token }) => token.slice(0, -word.length));
    const known = await this.known(projectId, before);
    return rows.filter((_, at) => known.has(before[at] ?? '')).map(({ token }) => token);
  }

  endingQuery(projectId: string, word: string) {
    return this.#model
      .find(
        { projectId, ending: { $regex: `^${escapeRegExp(reversed(word))}.{${SHORTEST_PART}}` } },
        { _id: 0, token: 1 },
      )
      .limit(MOST_ENDING);
  }

  async halvesOf(projectId: string, word: string): Promise<[string, string][]> {
    const cuts: [string, string][] = [];
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++)
      cuts.push([word.slice(0, at), word.slice(at)]);
    const known = await this.known(projectId, cuts.flat());
    return cuts.filter(([one, other]) => known.has(one) && known.has(other));
  }

  async remove(projectId: string, tokens: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: tokens.map((token) => idOf(projectId, token)) } });
  }
}
