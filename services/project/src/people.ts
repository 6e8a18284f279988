import type { CallParent, Client } from '@symbio/rpc';
import type { IdentityServiceService } from '@symbio/proto/identity';

export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;

/** The name of a user, or undefined. */
export async function nameOf(people: People, userId: string, parent: CallParent): Promise<string | undefined> {
  const { names } = await people.getUserNames({ ids: [userId] }, parent);
  // the id is arbitrary input, and every object has a `constructor`
  return Object.hasOwn(names, userId) ? names[userId] : undefined;
}
