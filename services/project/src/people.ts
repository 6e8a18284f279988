import type { CallParent, Client } from '@symbio/kit';
import type { IdentityServiceService } from '@symbio/proto/identity';

/** Where names of people come from. */
export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;

/** The name of a user, or undefined when there is no such user. */
export async function nameOf(people: People, userId: string, parent: CallParent): Promise<string | undefined> {
  const { names } = await people.getUserNames({ ids: [userId] }, parent);
  // an id is whatever a caller thinks of, and every object has a `constructor`
  return Object.hasOwn(names, userId) ? names[userId] : undefined;
}
