import { pagedList, type PagedList, type Paging } from '@symbio/rpc';
import type { KeyWrite } from '@symbio/proto/identity';
import type { KeyWriteRow } from './model.js';
import type { KeyWriteRepository } from './key-write-repository.js';

/** Append-only record of keys' writes; the database removes them after a year. */
export function createKeyWrites(repository: KeyWriteRepository) {
  return {
    /** Stores a write; an existing one stays unchanged. */
    async record({ id, at, ...values }: KeyWrite): Promise<void> {
      if (at) await repository.add({ _id: id, at, ...values });
    },

    /** Newest first, also of a revoked key. Empty for an unknown key. */
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
