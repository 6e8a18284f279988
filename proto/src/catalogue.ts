/** All events: services publish only these. Payloads are in `<service>/events.ts`. Browser-safe: no protobuf. */
import { NO_SCOPE, entityEvents, entityFilter, scopeFilter, type Codec, type EntityEvents } from './event-type.js';

interface EntityEntry {
  readonly verbs: readonly string[];
  /** The subject's last token: the project, or none. */
  readonly scope: 'project' | 'none';
  /**
   * Recipients in `GET /api/events`: everybody with access to the project (without project: to the issue), the user
   * concerned, or no recipients.
   */
  readonly live: 'everybody' | 'self' | 'nobody';
  /** Publishers of single verbs in place of the service. */
  readonly publishers?: Readonly<Record<string, string>>;
}

export const CATALOGUE = {
  identity: {
    // registered: first sign-in; changed: profile, e-mail address, role, disabled or enabled; erased: personal data is
    // permanently deleted, and services remove copies of the name
    user: { verbs: ['registered', 'changed', 'erased'], scope: 'none', live: 'self' },
    author: { verbs: ['created'], scope: 'none', live: 'nobody' },
    // rotated: the secret changed; revoked: permanently invalid; used: a write or write attempt (published by the
    // gateway, which alone sees it)
    key: {
      verbs: ['rotated', 'revoked', 'used'],
      scope: 'none',
      live: 'nobody',
      publishers: { used: 'gateway' },
    },
    // recorded: access, export or refusal, published by the gateway, which alone sees it
    audit: { verbs: ['recorded'], scope: 'none', live: 'nobody', publishers: { recorded: 'gateway' } },
  },
  project: {
    // deleted: by a person, restorable if purge_at is set, else permanent. restored: deletion undone. erased: a deleted
    // one was permanently removed
    project: {
      verbs: ['created', 'changed', 'deleted', 'restored', 'erased'],
      scope: 'project',
      live: 'everybody',
    },
    // a project role changed or ended; the user concerned also receives it outside the project
    access: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    // deleted: by a person and restorable, then again without purge_at on permanent removal
    visit: { verbs: ['created', 'changed', 'deleted', 'restored'], scope: 'project', live: 'everybody' },
  },
  document: {
    // deleted: by a person and restorable; permanent (no purge_at) with its project. restored: deletion undone. erased:
    // a deleted one was permanently removed
    document: {
      verbs: ['uploaded', 'classified', 'changed', 'deleted', 'restored', 'erased'],
      scope: 'project',
      live: 'everybody',
    },
    // changed: title block, by a person or due to the volume's other sheets
    page: {
      verbs: ['ready', 'analyzed', 'changed', 'failed', 'deleted'],
      scope: 'project',
      live: 'everybody',
    },
    // alignment of two sheets; changed includes undone
    alignment: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
    // place of a sheet on the earth; changed includes taken off it
    georeference: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
    // of a site visit; deleted: by a person and restorable, then again on permanent removal
    photograph: { verbs: ['added', 'changed', 'deleted', 'restored'], scope: 'project', live: 'everybody' },
  },
  annotation: {
    // reviewed: a person decided about an agent's annotation; restored: deletion undone
    annotation: {
      verbs: ['created', 'changed', 'reviewed', 'deleted', 'restored'],
      scope: 'project',
      live: 'everybody',
    },
    run: { verbs: ['created', 'finished', 'undone'], scope: 'project', live: 'everybody' },
    // changed: other decisions make it, or they no longer suffice; removed: by a person
    review_rule: { verbs: ['created', 'changed', 'removed'], scope: 'project', live: 'everybody' },
    // share of a project's sheets whose proposals are held back
    blind_sample: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    // marked: a person marked a blind sheet, and its proposals are shown
    blind_sheet: { verbs: ['marked'], scope: 'project', live: 'everybody' },
  },
  feature: {
    feature: { verbs: ['created', 'changed', 'deleted'], scope: 'project', live: 'everybody' },
    mention: { verbs: ['created', 'changed', 'deleted'], scope: 'project', live: 'everybody' },
    // deleted: its text is no longer shown
    evidence_comment: { verbs: ['created', 'changed', 'deleted'], scope: 'project', live: 'everybody' },
    assignment: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    // a newer one supersedes the previous
    determination: { verbs: ['created', 'withdrawn'], scope: 'project', live: 'everybody' },
    // deleted: its run was undone
    determination_proposal: { verbs: ['created', 'decided', 'deleted'], scope: 'project', live: 'everybody' },
  },
  job: {
    job: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
  },
  issue: {
    // deleted: by a person and restorable, then again on permanent removal; restored: deletion undone
    issue: { verbs: ['created', 'changed', 'deleted', 'restored'], scope: 'none', live: 'everybody' },
    comment: { verbs: ['created', 'changed'], scope: 'none', live: 'everybody' },
  },
  records: {
    // changed: another version is imported or current
    data_set: { verbs: ['created', 'changed', 'deleted'], scope: 'none', live: 'nobody' },
    record_search: { verbs: ['created'], scope: 'project', live: 'everybody' },
    // a person's decision about one hit; those of a rule are one event of it
    record_hit: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    record_rule: { verbs: ['created', 'undone'], scope: 'project', live: 'everybody' },
    record_proposal: { verbs: ['created', 'decided'], scope: 'project', live: 'everybody' },
    agency_request: { verbs: ['created', 'changed'], scope: 'project', live: 'everybody' },
    radius_report: { verbs: ['proposed', 'confirmed', 'undone'], scope: 'project', live: 'everybody' },
  },
  reports: {
    // texts of the next version, or the delivery date
    report: { verbs: ['changed'], scope: 'project', live: 'everybody' },
    // changed: its files, a review, or superseded by a later version; retained: its project was erased; erased: a
    // retained one, at the end of its retention
    version: {
      verbs: ['locked', 'changed', 'signed', 'issued', 'withdrawn', 'retained', 'erased'],
      scope: 'project',
      live: 'everybody',
    },
  },
  webhook: {
    // disabled after failures; its owner is notified by mail
    webhook: { verbs: ['failed'], scope: 'none', live: 'nobody' },
  },
} as const satisfies Record<string, Record<string, EntityEntry>>;

export type Catalogue = typeof CATALOGUE;

export type PublishingService = keyof Catalogue;

export type EntityOf<Service extends PublishingService> = keyof Catalogue[Service] & string;

export type VerbOf<
  Service extends PublishingService,
  Entity extends EntityOf<Service>,
> = Catalogue[Service][Entity] extends { readonly verbs: readonly (infer Verb extends string)[] } ? Verb : never;

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

export type LiveEntity = EntitiesLike<{ readonly live: 'everybody' | 'self' }>;

export interface CatalogueRow extends EntityEntry {
  readonly service: PublishingService;
  readonly entity: string;
}

export const catalogueRows: readonly CatalogueRow[] = Object.entries(CATALOGUE).flatMap(([service, entities]) =>
  Object.entries(entities as Record<string, EntityEntry>).map(([entity, entry]) => ({
    service: service as PublishingService,
    entity,
    ...entry,
  })),
);

export const LIVE_ENTITIES = [
  ...new Set(catalogueRows.filter(({ live }) => live !== 'nobody').map(({ entity }) => entity)),
] as readonly LiveEntity[];

/** Subject filters of a live stream: the project, or the live entities without scope. */
export const liveFilters = (projectId: string | undefined): readonly string[] =>
  projectId === undefined
    ? catalogueRows
        .filter(({ scope, live }) => scope === 'none' && live === 'everybody')
        .map(({ service, entity }) => entityFilter(service, entity, NO_SCOPE))
    : [scopeFilter(projectId)];
