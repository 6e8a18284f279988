/** How the caller authenticated: a user token, an API key, or an internal process. */
export type Via = 'user' | 'api_key' | 'service';

/** The identity a call runs as. */
export interface Actor {
  /** User id, or service:<name>. */
  sub: string;
  /** Author of this actor's work; empty for services. */
  authorId: string;
  name: string;
  role: string;
  permissions: readonly string[];
  via: Via;
  /** Scopes of the API key; empty: unrestricted. */
  scopes: readonly string[];
  /** Author id of the agent acting for user `sub`; absent otherwise. */
  agentId?: string;
  /** Id of the API key used, if any. */
  keyId?: string;
  /** Id of the incoming request, for tracing events; only set for calls. */
  requestId?: string;
  clientRequestId?: string;
  address?: string;
}

/** Id of the acting agent, else of the user or process. */
export const doerOf = ({ agentId, sub }: Pick<Actor, 'agentId' | 'sub'>): string => agentId ?? sub;

/** Whether the caller is an AI agent: an API key that writes in its agent's name. */
export const isAgent = ({ via, agentId }: Pick<Actor, 'via' | 'agentId'>): boolean =>
  via === 'api_key' && agentId !== undefined;

/** Marker for authors created by an API key: the key's agent, else the key; undefined for other callers. */
export const keyMakerOf = ({ via, agentId, keyId }: Pick<Actor, 'via' | 'agentId' | 'keyId'>): string | undefined =>
  via === 'api_key' ? (agentId ?? keyId) : undefined;

/** The API key of a caller that writes as its user; undefined for people, agents and processes. */
export const personsKeyOf = ({ via, agentId, keyId }: Pick<Actor, 'via' | 'agentId' | 'keyId'>): string | undefined =>
  via === 'api_key' && agentId === undefined ? (keyId ?? 'unknown') : undefined;

export const serviceActor = (name: string): Actor => ({
  sub: `service:${name}`,
  authorId: '',
  name,
  role: 'service',
  permissions: [],
  via: 'service',
  scopes: [],
});
