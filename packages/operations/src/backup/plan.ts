/**
 * The order in which a backup reads changing data.
 *
 * Nine databases have no common snapshot, so the order makes repairs possible: data that refers to something, or
 * follows it by events, is read before it. So an archived row has its references in the archive, unless they were
 * deleted during the backup, and no follower is ahead of its source. The events, read last, fill the gap between them
 * (decision 0075).
 */
import { serviceNames } from '@symbio/topology';

/** Databases, by what follows `symbio_` in their names: one of each service, and the audit trail's, which identity writes. */
export const databaseNames: readonly string[] = [...serviceNames, 'audit'];

/** A collection of a service's database, or of the audit trail's. */
export interface Place {
  service: string;
  collection: string;
}

/** What every service may have: which effects are done, and what others said is deleted. Both follow everything else. */
const FIRST = ['claims', 'gone'] as const;

/** All other collections; those that refer or follow before those that are referred to or followed, counters after what they count. */
const ORDER = [
  // it follows everything, and what it lacks is in the events; in the order of its places, so that it is a chain again
  'audit.audit_states',
  'audit.audit_settings',
  'audit.audit_entries',
  // after the entries: an entry removed during the backup precedes its checkpoint
  'audit.audit_checkpoints',
  'project.progress_sources',
  'webhook.deliveries',
  'issue.notices',
  'identity.key_writes',
  'identity.password_mails',
  'feature.spots',
  'feature.mentions',
  'feature.features',
  'annotation.annotations',
  'annotation.runs',
  'job.attempts',
  'job.logs',
  'job.jobs',
  'job.log_counters',
  'document.pageTexts',
  'document.searchWords',
  'document.bulkChanges',
  'document.alignments',
  'document.photographs',
  'document.pages',
  'document.documents',
  'document.uploads',
  'issue.comments',
  'issue.issues',
  'issue.counters',
  'webhook.webhooks',
  'project.site_visits',
  'project.members',
  'project.progress',
  'project.projects',
  'project.counters',
  'identity.api_keys',
  'identity.role_permissions',
  'identity.users',
  'identity.authors',
] as const;

/** A collection of {@link ORDER}. */
export type KnownPlace = (typeof ORDER)[number];

/** A place by its name. */
export function placeOf(name: KnownPlace): Place {
  const [service = '', collection = ''] = name.split('.');
  return { service, collection };
}

/** Places whose order is known, for the test that compares them with the services' models. */
export const knownPlaces: readonly string[] = ORDER;

/**
 * Where a restore that is under way says so. It is no part of the installation: no backup has it, and removing all rows leaves
 * it. In a database that the user of MONGODB_URI may write, since it may write no other (docs/operations/databases.md).
 */
export const RESTORES: Place = { service: 'audit', collection: 'restores' };

/**
 * Collections in the order in which they are read. One that is not known is read with those that follow others: then the
 * events bring it up to date.
 */
export function readingOrder(found: readonly Place[]): Place[] {
  const rank = ({ service, collection }: Place): number => {
    if ((FIRST as readonly string[]).includes(collection)) return -2;
    return ORDER.indexOf(`${service}.${collection}` as KnownPlace);
  };
  return [...found].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      databaseNames.indexOf(a.service) - databaseNames.indexOf(b.service) ||
      (a.collection < b.collection ? -1 : 1),
  );
}

/** Where the rows are whose changes events tell of, by service and entity of their subject. */
const OWNERS: Readonly<Record<string, KnownPlace>> = {
  'identity.user': 'identity.users',
  'identity.author': 'identity.authors',
  'project.project': 'project.projects',
  'project.access': 'project.members',
  'project.visit': 'project.site_visits',
  'document.document': 'document.documents',
  'document.page': 'document.pages',
  'document.alignment': 'document.alignments',
  'document.photograph': 'document.photographs',
  'annotation.annotation': 'annotation.annotations',
  'annotation.run': 'annotation.runs',
  'feature.feature': 'feature.features',
  'feature.mention': 'feature.mentions',
  'job.job': 'job.jobs',
  'issue.issue': 'issue.issues',
  'issue.comment': 'issue.comments',
  'webhook.webhook': 'webhook.webhooks',
};

/**
 * Where the row is that an event is about. Undefined for an event that is about no row: what an API key did
 * (`identity.key.used`) and what the gateway saw (`identity.audit.recorded`) is published by the gateway itself.
 */
export function ownerOf(service: string, entity: string): Place | undefined {
  const place = OWNERS[`${service}.${entity}`];
  return place && placeOf(place);
}

/** Services and entities that have an owner, for the test that compares them with the catalogue. */
export const ownedEntities: readonly string[] = Object.keys(OWNERS);
