/** Distinct words of a project, with lookup keys of misreadings and parts. */
import { escapeRegExp } from '@symbio/rpc';
import { insertMissing } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { SearchWordRow } from '../model.js';
import { canBeMisread, keysToLookUp, nearest, nearKeys } from './near-words.js';

/** Per word. */
const MAX_NEAR = 24;
/** Candidates with a shared key. */
const MAX_COMPARED = 2_000;
const MAX_ENDING = 200;
/** Letters of a suffix, and before it. */
const SHORTEST_PART = 3;

export type ProjectIds = string | readonly string[];

export const inThese = (ids: ProjectIds): string | { $in: string[] } =>
  typeof ids === 'string' ? ids : { $in: [...ids] };

const listOf = (ids: ProjectIds): readonly string[] => (typeof ids === 'string' ? [ids] : ids);

/** Projects repeat each other's words. */
const SHARED_WORDS = 5;
const limitFor = (ids: ProjectIds, limit: number): number => limit * Math.min(SHARED_WORDS, listOf(ids).length);

const idOf = (projectId: string, token: string): string => `${projectId} ${token}`;
const reversed = (token: string): string => [...token].reverse().join('');

export function createVocabulary(model: Model<SearchWordRow>) {
  async function findKnown(projectId: ProjectIds, tokens: readonly string[]): Promise<Set<string>> {
    if (tokens.length === 0) return new Set();
    const rows = await model
      .find({ _id: { $in: listOf(projectId).flatMap((id) => tokens.map((token) => idOf(id, token))) } }, { token: 1 })
      .lean<Pick<SearchWordRow, 'token'>[]>();
    return new Set(rows.map(({ token }) => token));
  }

  function nearQuery(projectId: ProjectIds, keys: readonly string[]) {
    return model
      .find({ projectId: inThese(projectId), near: { $in: [...keys] } }, { _id: 0, token: 1 })
      .limit(limitFor(projectId, MAX_COMPARED));
  }

  function endingQuery(projectId: ProjectIds, word: string) {
    return model
      .find(
        {
          projectId: inThese(projectId),
          ending: { $regex: `^${escapeRegExp(reversed(word))}.{${SHORTEST_PART}}` },
        },
        { _id: 0, token: 1 },
      )
      .limit(limitFor(projectId, MAX_ENDING));
  }

  return {
    known: findKnown,

    /** Adds words of three or more letters. Idempotent. */
    async add(projectId: string, tokens: readonly string[]): Promise<void> {
      const wanted = [...new Set(tokens.filter(canBeMisread))];
      const known = await findKnown(projectId, wanted);
      const rows = wanted
        .filter((token) => !known.has(token))
        .map((token): SearchWordRow => {
          return { _id: idOf(projectId, token), projectId, token, ending: reversed(token), near: nearKeys(token) };
        });
      // no validation: all fields derive from tokens
      if (rows.length > 0) await insertMissing(model.collection, rows);
    },

    async near(projectId: ProjectIds, word: string): Promise<string[]> {
      const keys = keysToLookUp(word);
      if (keys.length === 0) return [];
      const rows = await nearQuery(projectId, keys).lean<Pick<SearchWordRow, 'token'>[]>();
      return nearest(word, [...new Set(rows.map(({ token }) => token))], MAX_NEAR);
    },
    nearQuery,

    /** Coalyard for yard, if coal is known. */
    async endingIn(projectId: ProjectIds, word: string): Promise<string[]> {
      if (word.length < SHORTEST_PART || !canBeMisread(word)) return [];
      const rows = await endingQuery(projectId, word).lean<Pick<SearchWordRow, 'token'>[]>();
      const endings = [...new Set(rows.map(({ token }) => token))];
      const before = endings.map((token) => token.slice(0, -word.length));
      const known = await findKnown(projectId, before);
      return endings.filter((_, at) => known.has(before[at] ?? ''));
    },
    endingQuery,

    async halvesOf(projectId: ProjectIds, word: string): Promise<[string, string][]> {
      const cuts: [string, string][] = [];
      for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++)
        cuts.push([word.slice(0, at), word.slice(at)]);
      const known = await findKnown(projectId, cuts.flat());
      return cuts.filter(([one, other]) => known.has(one) && known.has(other));
    },

    async remove(projectId: string, tokens: readonly string[]): Promise<void> {
      await model.deleteMany({ _id: { $in: tokens.map((token) => idOf(projectId, token)) } });
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;
