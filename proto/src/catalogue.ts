/**
 * Every event there is. A service publishes what stands here and nothing else; consumers, the gateway's live stream and
 * the SPA take their names from here. The payloads are in `<service>/events.ts`. Browsers import this file: it knows no
 * protobuf.
 */
import { NO_SCOPE, entityEvents, entityFilter, scopeFilter, type Codec, type EntityEvents } from './event-type.js';

/** What is published of one entity. */
interface EntityEntry {
  readonly verbs: readonly string[];
  /** What the last token of the subject names: the project it belongs to, or nothing. */
  readonly scope: 'project' | 'none';
  /**
   * Who is shown it in `GET /api/events`: everybody who may see its project (or, without one, everybody who is signed
   * in); only the user that it is; nobody.
   */
  readonly live: 'everybody' | 'self' | 'nobody';
  /** Processes that publish single verbs in place of the service: consumers refuse these events from any other process. */
  readonly publishers?: Readonly<Record<string, string>>;
}

/** Service, entity, verbs. */
export const CATALOGUE = {
  identity: {
    // registered: seen for the first time; changed: profile, e-mail address, role, disabled or enabled; erased: name and
    // everything else of the person is gone for good, and services take their copies of the name out
    user: { verbs: ['registered', 'changed', 'erased'], scope: 'none', live: 'self' },
    author: { verbs: ['created'], scope: 'none', live: 'nobody' },
    // rotated: an API key has another secret; revoked: it is good for nothing from now on; used: it wrote something, or
    // tried to (published by the gateway, which alone sees that)
    key: {
      verbs: ['rotated', 'revoked', 'used'],
      scope: 'none',
      live: 'nobody',
      publishers: { used: 'gateway' },
    },
    // recorded: who saw, exported or was refused what, published by the gateway, which alone sees that
    audit: { verbs: ['recorded'], scope: 'none', live: 'nobody', publishers: { recorded: 'gateway' } },
  },
  project: {
    // deleted: by a person, who may take it back; without purge_at it went for good. restored: it was taken back. erased: one
    // that was deleted went for good
    project: {
      verbs: ['created', 'changed', 'deleted', 'restored', 'erased'],
      scope: 'project',
      live: 'everybody',
    },
    // somebody's role in a project changed, or ended; whom it is about is shown it also where they look at something else
    access: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    // deleted: by a person, who may take it back, and once more (no purge_at) when it is removed for good
    visit: { verbs: ['created', 'changed', 'deleted', 'restored'], scope: 'project', live: 'everybody' },
  },
  document: {
    // deleted: by a person, who may take it back; with its project it goes for good (no purge_at). restored: it was taken
    // back. erased: one that was deleted went for good
    document: {
      verbs: ['uploaded', 'classified', 'changed', 'deleted', 'restored', 'erased'],
      scope: 'project',
      live: 'everybody',
    },
    // changed: what its title block says, by a person or because of the other sheets of its volume
    page: {
      verbs: ['ready', 'analyzed', 'changed', 'failed', 'deleted'],
      scope: 'project',
      live: 'everybody',
    },
    // how two sheets lie on each other; changed: also that it was taken back
    alignment: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
    // of a site visit; deleted: by a person, who may take it back, and once more when it is removed for good
    photograph: { verbs: ['added', 'changed', 'deleted', 'restored'], scope: 'project', live: 'everybody' },
  },
  annotation: {
    // reviewed: a person decided about an agent's annotation; restored: a deletion was taken back
    annotation: {
      verbs: ['created', 'changed', 'reviewed', 'deleted', 'restored'],
      scope: 'project',
      live: 'everybody',
    },
    run: { verbs: ['created', 'finished', 'undone'], scope: 'project', live: 'everybody' },
  },
  feature: {
    feature: { verbs: ['created', 'changed', 'deleted'], scope: 'project', live: 'everybody' },
    mention: { verbs: ['created', 'changed', 'deleted'], scope: 'project', live: 'everybody' },
  },
  job: {
    job: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
  },
  issue: {
    // deleted: by a person, who may take it back, and once more when it is removed for good; restored: it was taken back
    issue: { verbs: ['created', 'changed', 'deleted', 'restored'], scope: 'none', live: 'everybody' },
    comment: { verbs: ['created', 'changed'], scope: 'none', live: 'everybody' },
  },
  webhook: {
    // it was switched off; its owner is told by mail
    webhook: { verbs: ['failed'], scope: 'none', live: 'nobody' },
  },
} as const satisfies Record<string, Record<string, EntityEntry>>;

export type Catalogue = typeof CATALOGUE;

/** A service that publishes events. */
export type PublishingService = keyof Catalogue;

/** What a service publishes events of. */
export type EntityOf<Service extends PublishingService> = keyof Catalogue[Service] & string;

/** Verbs of an entity of a service. */
export type VerbOf<
  Service extends PublishingService,
  Entity extends EntityOf<Service>,
> = Catalogue[Service][Entity] extends { readonly verbs: readonly (infer Verb extends string)[] } ? Verb : never;

/** The event types of one entity of the catalogue, with the payload they carry. */
export function catalogueEvents<Service extends PublishingService, Entity extends EntityOf<Service>, T>(
  service: Service,
  entity: Entity,
  payload: Codec<T>,
): EntityEvents<VerbOf<Service, Entity>, T> {
  const { verbs } = CATALOGUE[service][entity] as unknown as { verbs: readonly VerbOf<Service, Entity>[] };
  return entityEvents(service, entity, verbs, payload);
}

type EntitiesLike<Shape> = {
  [Service in PublishingService]: {
    [Entity in EntityOf<Service>]: Catalogue[Service][Entity] extends Shape ? Entity : never;
  }[EntityOf<Service>];
}[PublishingService];

/** An entity whose changes browsers are shown, under this name. */
export type LiveEntity = EntitiesLike<{ readonly live: 'everybody' | 'self' }>;

/** One row of the catalogue. */
export interface CatalogueRow extends EntityEntry {
  readonly service: PublishingService;
  readonly entity: string;
}

/** The catalogue as a list of entities. */
export const catalogueRows: readonly CatalogueRow[] = Object.entries(CATALOGUE).flatMap(([service, entities]) =>
  Object.entries(entities as Record<string, EntityEntry>).map(([entity, entry]) => ({
    service: service as PublishingService,
    entity,
    ...entry,
  })),
);

/** The entities whose changes browsers are shown. */
export const LIVE_ENTITIES = [
  ...new Set(catalogueRows.filter(({ live }) => live !== 'nobody').map(({ entity }) => entity)),
] as readonly LiveEntity[];

/**
 * Subject filters of what a live stream needs: of a project everything, its changes of access too; without a project the
 * live entities that belong to none.
 */
export const liveFilters = (projectId: string | undefined): readonly string[] =>
  projectId === undefined
    ? catalogueRows
        .filter(({ scope, live }) => scope === 'none' && live === 'everybody')
        .map(({ service, entity }) => entityFilter(service, entity, NO_SCOPE))
    : [scopeFilter(projectId)];
