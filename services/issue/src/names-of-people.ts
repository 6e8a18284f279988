/** Where this service keeps copies of people's names: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';
import type { IssueRow } from './model.js';
import { assigneeKeyOf } from './search-words.js';

export const issueNames: NamesInRows<IssueRow> = {
  copies: [
    { id: 'assignee', name: 'assigneeName' },
    { id: 'reporterId', name: 'reporterName' },
    { list: 'followers', id: 'id', name: 'name' },
    { id: 'removal.authorId', name: 'removal.authorName' },
    { list: 'history', id: 'authorId', name: 'authorName' },
    { list: 'history.changes', id: 'fromId', name: 'from' },
    { list: 'history.changes', id: 'toId', name: 'to' },
  ],
  also(row, replaced) {
    row.assigneeKey = assigneeKeyOf(row);
    // entries of before ids were kept: whoever is assigned follows, so the row itself has said whose name it is
    const now = new Map(replaced.map(({ old, now: name }) => [old, name]));
    for (const { changes } of row.history ?? [])
      for (const change of changes)
        if (change.field === 'assignee') {
          if (change.from !== undefined && change.fromId === undefined)
            change.from = now.get(change.from) ?? change.from;
          if (change.to !== undefined && change.toId === undefined) change.to = now.get(change.to) ?? change.to;
        }
    return row.history === undefined ? ['assigneeKey'] : ['assigneeKey', 'history'];
  },
};

/** Of a comment another revision says that its text was changed. */
export const commentNames: NamesInRows = { copies: [{ id: 'commenterId', name: 'commenterName' }], keepsRev: true };

export const noticeNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'by' },
    { list: 'changes', id: 'fromId', name: 'from' },
    { list: 'changes', id: 'toId', name: 'to' },
  ],
};
