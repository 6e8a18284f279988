import { pagedList, type PagedList, type Paging } from '@symbio/kit';
import type { KeyWrite } from '@symbio/proto/identity';
import type { KeyWriteRow } from './model.js';
import type { KeyWriteRepository } from './key-write-repository.js';

/** What keys wrote: added to, read, and removed by the database after a year; never changed. */
export function createKeyWrites(repository: KeyWriteRepository) {
  return {
    /** Keeps a write. One that is there already stays as it is. */
    async record({ id, at, ...values }: KeyWrite): Promise<void> {
      if (at) await repository.add({ _id: id, at, ...values });
    },

    /** Writes of a key, newest first, also of one that is revoked. None of a key there is not. */
    list: (apiKeyId: string, paging: Paging): Promise<PagedList<KeyWriteRow>> =>
      pagedList(
        paging ?? { page: 1, perPage: 0 },
        (slice) => repository.list(apiKeyId, slice),
        () => repository.count(apiKeyId),
        ({ at, _id: id }) => ({ at, id }),
      ),
  };
}

export type KeyWrites = ReturnType<typeof createKeyWrites>;
