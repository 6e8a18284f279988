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
  /** Organization of the person; absent: the operator of the installation. */
  organizationId?: string;
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

/** What decides which organizations a caller sees. */
export interface OrganizationMember {
  via: Via;
  role: string;
  organizationId?: string | undefined;
}

/** Whether the caller is a process, or staff or administrator of the operator: they see every organization. */
export const seesAllOrganizations = ({ via, role, organizationId }: OrganizationMember): boolean =>
  via === 'service' || (organizationId === undefined && role !== 'customer');

/** Whether a person manages what concerns the whole installation: an administrator of the operator. */
export const administersInstallation = ({ role, organizationId }: Omit<OrganizationMember, 'via'>): boolean =>
  role === 'administrator' && organizationId === undefined;

/** Whether the caller sees what belongs to an organization; undefined: to the operator. */
export const seesOrganization = (actor: OrganizationMember, organizationId: string | undefined): boolean =>
  seesAllOrganizations(actor) || actor.organizationId === organizationId;

/** Query condition for rows of an organization; null: rows without one, which are the operator's; empty: all rows. */
export interface OfOrganization {
  organizationId?: string | null;
}

/** Condition for rows that the caller's organization owns. */
export const ownedByOrganization = (actor: OrganizationMember): OfOrganization =>
  seesAllOrganizations(actor) ? {} : { organizationId: actor.organizationId ?? null };

/** The caller's organization, as a field of what the caller creates. */
export const organizationOf = ({ organizationId }: OrganizationMember): { organizationId?: string } =>
  organizationId === undefined ? {} : { organizationId };
