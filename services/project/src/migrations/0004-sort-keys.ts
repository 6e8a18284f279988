import { changeRows, type Migration, type StoredRow } from '@symbio/mongo';
import { isProjectStatus } from '@symbio/proto/project/vocabulary';
import { statusRankOf, titleKeyOf } from '../sorting.js';

interface OldProject extends StoredRow {
  title: string;
  status: string;
}

/** Sort keys of titles and statuses; cells get theirs, and their counts, when the service counts them again. */
export const sortKeys: Migration = {
  name: '0004-sort-keys',
  run: (context) =>
    changeRows<OldProject>(context, {
      collection: 'projects',
      filter: { titleKey: { $exists: false } },
      projection: { title: 1, status: 1 },
      change: ({ title, status }) => ({
        $set: { titleKey: titleKeyOf(title), statusRank: isProjectStatus(status) ? statusRankOf(status) : 0 },
        $inc: { 'progress.asked.documents': 1, 'progress.asked.insights': 1, 'progress.asked.visits': 1 },
      }),
    }),
};
