import type { NamesInRows } from '@symbio/people';

export const commentNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
    { list: 'mentioned', id: 'userId', name: 'name' },
  ],
};

export const determinationNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { id: 'withdrawal.authorId', name: 'withdrawal.authorName' },
  ],
};

export const proposalNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { id: 'decision.authorId', name: 'decision.authorName' },
  ],
};

export const assignmentNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'assignee.userId', name: 'assignee.name' },
  ],
};
