/** Copies of people's names, which erasing a person removes. */
import type { NamesInRows } from '@symbio/people';

export const documentNames: NamesInRows = {
  copies: [
    { id: 'removal.authorId', name: 'removal.authorName' },
    { id: 'said.year.byId', name: 'said.year.byName' },
    { id: 'said.provider.byId', name: 'said.provider.byName' },
  ],
};

export const pageNames: NamesInRows = {
  copies: [
    { list: 'titleBlock.corrections', id: 'byId', name: 'byName' },
    { list: 'titleBlock.history', id: 'byId', name: 'byName' },
    { list: 'titleBlock.history', id: 'before.byId', name: 'before.byName' },
    { id: 'kindSaid.word.byId', name: 'kindSaid.word.byName' },
    { list: 'kindSaid.history', id: 'byId', name: 'byName' },
    { id: 'groundScale.byId', name: 'groundScale.byName' },
  ],
};

export const alignmentNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };

export const shareLinkNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
export const splitNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'confirmedById', name: 'confirmedByName' },
  ],
};
export const pageOpeningNames: NamesInRows = { copies: [{ id: 'userId', name: 'userName' }] };
export const streetFileNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
export const georeferenceNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { list: 'points', id: 'byId', name: 'byName' },
    { list: 'history', id: 'byId', name: 'byName' },
    { list: 'history.before.points', id: 'byId', name: 'byName' },
  ],
};

export const photographNames: NamesInRows = { copies: [{ id: 'addedBy', name: 'addedByName' }] };

/** By author: `sub` may be a user on whose behalf a program acted, but the name is the program's. */
export const bulkNames: NamesInRows = {
  copies: [
    { id: 'by.authorId', name: 'by.name' },
    { list: 'items', id: 'before.said.year.byId', name: 'before.said.year.byName' },
    { list: 'items', id: 'before.said.provider.byId', name: 'before.said.provider.byName' },
  ],
};
