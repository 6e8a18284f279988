import type { CallParent, Client } from '@symbio/rpc';
import { doerOf, type Actor } from '@symbio/runtime';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { ProjectOwner } from './repository.js';

export type People = Pick<Client<typeof IdentityServiceService>, 'getUserNames'>;
export type Organizations = Pick<Client<typeof IdentityServiceService>, 'listOrganizations'>;

/** Who stated something, for rows. */
export const byOf = (actor: Actor) => ({ byId: doerOf(actor), byName: actor.name });

/** By id; unknown ids are omitted. */
export async function namesOf(people: People, ids: string[], parent: CallParent): Promise<Map<string, string>> {
  return new Map(ids.length > 0 ? Object.entries((await people.getUserNames({ ids }, parent)).names) : []);
}

export const nameOf = async (people: People, userId: string, parent: CallParent): Promise<string | undefined> =>
  (await namesOf(people, [userId], parent)).get(userId);

/** For callers who see every organization. */
export async function isOrganization(identity: Organizations, id: string, parent: CallParent): Promise<boolean> {
  const { organizations } = await identity.listOrganizations({}, parent);
  return organizations.some((one) => one.id === id);
}

/** Name of a person who may work in a project: of its organization, or the operator's staff. */
export async function nameWithin(
  people: People,
  userId: string,
  { organizationId = '' }: Pick<ProjectOwner, 'organizationId'>,
  parent: CallParent,
): Promise<string | undefined> {
  const { names } = await people.getUserNames({ ids: [userId], organizationId }, parent);
  // the id is arbitrary input, and every object has a `constructor`
  return Object.hasOwn(names, userId) ? names[userId] : undefined;
}
