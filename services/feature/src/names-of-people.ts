import type { NamesInRows } from '@symbio/people';

/** Copies of people's names in this service, to be erased with a person. */
export const commentNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
    { list: 'mentioned', id: 'userId', name: 'name' },
  ],
};

export const assignmentNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'assignee.userId', name: 'assignee.name' },
  ],
};
