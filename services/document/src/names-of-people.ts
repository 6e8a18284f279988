/** Where this service keeps copies of people's names: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';

export const documentNames: NamesInRows = { copies: [{ id: 'removal.authorId', name: 'removal.authorName' }] };

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

export const photographNames: NamesInRows = { copies: [{ id: 'addedBy', name: 'addedByName' }] };

/** By the author: `sub` is also the user for whom a program asked, which goes by its own name. */
export const bulkNames: NamesInRows = { copies: [{ id: 'by.authorId', name: 'by.name' }] };
