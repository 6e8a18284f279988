/** How the caller came in: a person's token, an API key, or a process of ours. */
export type Via = 'user' | 'api_key' | 'service';

/** On whose behalf a call runs. */
export interface Actor {
  /** User id, or service:<name>. */
  sub: string;
  /** Author that this actor's work is written to; empty for services. */
  authorId: string;
  name: string;
  role: string;
  /** Keys of the granted permissions. */
  permissions: readonly string[];
  via: Via;
  /** Scopes an API key is limited to; empty: no limit of its own. */
  scopes: readonly string[];
  /** The program that acts in its own name for the user `sub`, by its author's id; absent for whoever acts as itself. */
  agentId?: string;
  /** The API key that was shown, by its id; absent for whoever showed none. */
  keyId?: string;
  /** The request that this call is part of, and where it came from: what an event is traced back to. Of a call only. */
  requestId?: string;
  /** The id that the caller chose for that request, where it chose one. */
  clientRequestId?: string;
  address?: string;
}

/** Whose doing it is, by id: the program's where one acts in its own name, else the user's or the process's. */
export const doerOf = ({ agentId, sub }: Pick<Actor, 'agentId' | 'sub'>): string => agentId ?? sub;

/** Whether the caller is an AI agent: an API key that writes in its agent's name. */
export const isAgent = ({ via, agentId }: Pick<Actor, 'via' | 'agentId'>): boolean =>
  via === 'api_key' && agentId !== undefined;

/** What authors that an API key makes are marked with: the key's agent, else the key; undefined for other callers. */
export const keyMakerOf = ({ via, agentId, keyId }: Pick<Actor, 'via' | 'agentId' | 'keyId'>): string | undefined =>
  via === 'api_key' ? (agentId ?? keyId) : undefined;

/** The API key by which a caller writes in its user's name; undefined for people, agents and processes. */
export const personsKeyOf = ({ via, agentId, keyId }: Pick<Actor, 'via' | 'agentId' | 'keyId'>): string | undefined =>
  via === 'api_key' && agentId === undefined ? (keyId ?? 'unknown') : undefined;

/** The actor of a process of ours. */
export const serviceActor = (name: string): Actor => ({
  sub: `service:${name}`,
  authorId: '',
  name,
  role: 'service',
  permissions: [],
  via: 'service',
  scopes: [],
});
