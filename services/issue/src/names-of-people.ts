/** Copies of people's names in this service, to be erased with a person. */
import type { NamesInRows } from '@symbio/people';
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
    // entries without ids: every assignee follows the issue, so the row itself identifies the name
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

/** Keeps `rev`, since another revision would mark a comment as edited. */
export const commentNames: NamesInRows = { copies: [{ id: 'commenterId', name: 'commenterName' }], keepsRev: true };

export const noticeNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'by' },
    { list: 'changes', id: 'fromId', name: 'from' },
    { list: 'changes', id: 'toId', name: 'to' },
  ],
};
