import { seesAllOrganizations, seesOrganization, type Actor } from '@symbio/runtime';
import { pagedList, type PagedList, type Paging } from '@symbio/rpc';
import type { KeyWrite } from '@symbio/proto/identity';
import type { KeyWriteRow } from './model.js';
import type { KeyWriteRepository } from './key-write-repository.js';
import type { UserRepository } from './repository.js';
import type { By } from './users.js';

/** Append-only record of keys' writes; the database removes them after a year. */
export function createKeyWrites(repository: KeyWriteRepository, users: Pick<UserRepository, 'find'>) {
  async function isOwn(apiKeyId: string, actor: Actor): Promise<boolean> {
    const [last] = await repository.list(apiKeyId, { page: 1, perPage: 1, skip: 0 });
    return last !== undefined && seesOrganization(actor, (await users.find(last.userId))?.organizationId);
  }

  return {
    /** Stores a write; an existing one stays unchanged. */
    async record({ id, at, ...values }: KeyWrite): Promise<void> {
      if (at) await repository.add({ _id: id, at, ...values });
    },

    /** Newest first, also of a revoked key. Empty for an unknown key and one of another organization. */
    async list(apiKeyId: string, paging: Paging, { actor }: By): Promise<PagedList<KeyWriteRow>> {
      const id = seesAllOrganizations(actor) || (await isOwn(apiKeyId, actor)) ? apiKeyId : '';
      return pagedList(
        paging ?? { page: 1, perPage: 0 },
        (slice) => repository.list(id, slice),
        () => repository.count(id),
        ({ at, _id }) => ({ at, id: _id }),
      );
    },
  };
}

export type KeyWrites = ReturnType<typeof createKeyWrites>;
