import type { Migration, StoredRow } from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import { ANALYSIS } from '../processing/document-jobs.js';
import { IN_TURN } from '../processing/in-turn.js';

type StoredDocument = StoredRow & DocumentRow & { wordsJob?: string };
type OldPage = StoredRow & Omit<PageRow, 'wordsDigest'>;

/**
 * Has documents read once that were analyzed before words were stored. It only names the job in the document: the sweep
 * of lost jobs creates some at a time, those of deleted documents when restored.
 */
export const readWords: Migration = {
  name: '0004-read-words',
  async run({ connection, signal }) {
    const documents = connection.collection<StoredDocument>('documents');
    const pages = connection.collection<OldPage>('pages');
    const unread = { wordsDigest: { $exists: false }, deletedAt: null };
    const { modifiedCount } = await pages.updateMany({ ...unread, status: { $ne: 'ready' } }, withoutWords(false));
    let count = modifiedCount;
    for (const documentId of await pages.distinct('documentId', unread)) {
      signal.throwIfAborted();
      const document = await documents.findOne({ _id: documentId, deletedAt: null });
      const isDeleted = document?.purgeAt !== undefined;
      if (document?.job && document.job.id !== document.wordsJob && !isDeleted) continue;
      const failed = document?.wordsJob !== undefined && !document.job;
      if (document && !failed && !document.job) {
        const job = { id: newId(), type: ANALYSIS, since: IN_TURN, automatic: true };
        const free = { _id: documentId, rev: document.rev, job: { $exists: false } };
        const taken = await documents.updateOne(free, { $set: { job, wordsJob: job.id }, $inc: { rev: 1 } });
        // the next run finds it
        if (taken.modifiedCount === 0) continue;
      }
      count += (await pages.updateMany({ documentId, ...unread }, withoutWords(failed))).modifiedCount;
    }
    return count;
  },
};

/** A changed revision makes concurrent writers of the page start again. */
const withoutWords = (analyzed: boolean) => ({ $set: { analyzed, wordsDigest: '' }, $inc: { rev: 1 } });
