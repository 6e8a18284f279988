import type { Migration, StoredRow } from '@symbio/mongo';
import type { mongo } from 'mongoose';
import type { PageTextRow, SearchWordRow } from '../model.js';
import { marksOf } from '../search/marks.js';
import { shownProject, textOf, unpackWords } from '../search/page-text-repository.js';
import { createVocabulary } from '../search/vocabulary-repository.js';

/** Version with merged tokens. */
const VERSION = 3;
const BATCH = 100;

type OldPage = StoredRow & Omit<PageTextRow, 'marks' | 'marked'> & { words: mongo.Binary };

/** Writes the search index of pages that have none, or one without positions or merged tokens. */
export const rebuildSearchIndex: Migration = {
  name: '0002-rebuild-search-index',
  async run({ connection, signal }) {
    const pages = connection.collection<OldPage>('pageTexts');
    const vocabulary = createVocabulary(connection.model<SearchWordRow>('searchWords'));
    const old: mongo.Filter<OldPage> = { $or: [{ marked: { $exists: false } }, { marked: { $lt: VERSION } }] };
    let count = 0;
    for (;;) {
      const some = await pages.find(old).limit(BATCH).toArray();
      for (const { _id, projectId, updatedAt, words: packed } of some) {
        signal.throwIfAborted();
        const words = await unpackWords(packed);
        const { tokens, sequence } = textOf(words);
        const set = { tokens, sequence, marks: marksOf(words), marked: VERSION };
        // first: a page with a current index is not visited again
        if (projectId === shownProject(projectId)) await vocabulary.add(projectId, tokens);
        // a page that was read again has its index
        count += (await pages.updateOne({ _id, updatedAt }, { $set: set })).modifiedCount;
      }
      if (some.length < BATCH) return count;
    }
  },
};
