/** Copies of people's names that erasing a person removes. */
import type { NamesInRows } from '@symbio/people';

export const annotationNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { list: 'decisions', id: 'authorId', name: 'authorName' },
    { list: 'ruleExceptions', id: 'authorId', name: 'authorName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
    { list: 'restorations', id: 'removed.authorId', name: 'removed.authorName' },
    { list: 'restorations', id: 'restored.authorId', name: 'restored.authorName' },
  ],
};

export const blindNames: NamesInRows = { copies: [{ id: 'authorId', name: 'authorName' }] };

export const reviewRuleNames: NamesInRows = {
  copies: [{ list: 'removals', id: 'authorId', name: 'authorName' }],
};

export const runNames: NamesInRows = {
  copies: [
    { id: 'authorId', name: 'authorName' },
    { id: 'undoneById', name: 'undoneByName' },
  ],
};
