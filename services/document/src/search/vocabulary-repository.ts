/** The words that pages of a project hold, each once, with what misread ones and parts of others are found by. */
import { escapeRegExp, insertMissing } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { SearchWordRow } from '../model.js';
import { canBeMisread, keysToLookUp, nearest, nearKeys } from './near-words.js';

/** Misreadings of one word that are looked for. */
const MOST_NEAR = 24;
/** Words that share a key with one that is looked for, and are compared with it. */
const MOST_COMPARED = 2_000;
/** Words that end like one that is looked for. */
const MOST_ENDING = 200;
/** Letters of a word that is found at the end of another, and of what stands before it. */
const SHORTEST_PART = 3;

const idOf = (projectId: string, token: string): string => `${projectId} ${token}`;
const reversed = (token: string): string => [...token].reverse().join('');

export class Vocabulary {
  readonly #model: Model<SearchWordRow>;

  constructor(model: Model<SearchWordRow>) {
    this.#model = model;
  }

  /** Those of some tokens that the project has. */
  async known(projectId: string, tokens: readonly string[]): Promise<Set<string>> {
    if (tokens.length === 0) return new Set();
    const rows = await this.#model
      .find({ _id: { $in: tokens.map((token) => idOf(projectId, token)) } }, { token: 1 })
      .lean<Pick<SearchWordRow, 'token'>[]>();
    return new Set(rows.map(({ token }) => token));
  }

  /** Adds what may be looked up: words of three letters and more. Repeating it changes nothing. */
  async add(projectId: string, tokens: readonly string[]): Promise<void> {
    const wanted = [...new Set(tokens.filter(canBeMisread))];
    const known = await this.known(projectId, wanted);
    const rows = wanted
      .filter((token) => !known.has(token))
      .map((token): SearchWordRow => {
        return { _id: idOf(projectId, token), projectId, token, ending: reversed(token), near: nearKeys(token) };
      });
    // all fields are made here, of tokens; two pages may bring the same word at once
    if (rows.length > 0) await insertMissing(this.#model.collection, rows);
  }

  /** Words of the project that may be a misread one, nearest first. */
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

  /** The query itself, for the test of its plan. */
  nearQuery(projectId: string, keys: readonly string[]) {
    return this.#model.find({ projectId, near: { $in: [...keys] } }, { _id: 0, token: 1 }).limit(MOST_COMPARED);
  }

  /** Words that end like this one behind another word of the project: coalyard for yard, where coal is one too. */
  async endingIn(projectId: string, word: string): Promise<string[]> {
    if (word.length < SHORTEST_PART || !canBeMisread(word)) return [];
    const rows = await this.endingQuery(projectId, word).lean<Pick<SearchWordRow, 'token'>[]>();
    const before = rows.map(({ token }) => token.slice(0, -word.length));
    const known = await this.known(projectId, before);
    return rows.filter((_, at) => known.has(before[at] ?? '')).map(({ token }) => token);
  }

  /** The query itself, for the test of its plan. */
  endingQuery(projectId: string, word: string) {
    return this.#model
      .find(
        { projectId, ending: { $regex: `^${escapeRegExp(reversed(word))}.{${SHORTEST_PART}}` } },
        { _id: 0, token: 1 },
      )
      .limit(MOST_ENDING);
  }

  /** The two words that one may have been without a space between them, where the project has both. */
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
