/**
 * Order in which a backup reads changing data.
 *
 * Ten databases have no common snapshot, so the order makes repairs possible: data that refers to something, or
 * follows it by events, is read before it. So the archive has the references of its rows, unless deleted during the
 * backup, and no follower is ahead of its source. The events, read last, fill the gap between them (decision 0075).
 */
import { serviceNames } from '@symbio/topology';

/** Databases without the prefix `symbio_`: one per service, and the audit trail's, written by identity. */
export const databaseNames: readonly string[] = [...serviceNames, 'audit'];

export interface Place {
  service: string;
  collection: string;
}

/**
 * Ledger of a service's migrations, in its own database. Read before the rows: a restored database repeats a migration
 * that ran during the backup.
 */
export const LEDGER = 'migrations';

/** Collections that any service may have: applied effects, known deletions, migrations. All follow everything else. */
const FIRST = ['claims', 'gone', LEDGER] as const;

/** The other collections: referring and following ones first, counters after what they count. */
const ORDER = [
  // follows everything, and events contain what it lacks; in order of entries, so the chain holds
  'audit.audit_states',
  'audit.audit_settings',
  'audit.audit_entries',
  // after the entries: an entry removed during the backup precedes its checkpoint
  'audit.audit_checkpoints',
  'project.progress_sources',
  'project.looks',
  'project.project_mails',
  'project.invitations',
  'webhook.deliveries',
  'records.agency_requests',
  'records.radius_reports',
  'records.record_proposals',
  'records.decided_hits',
  'records.record_rules',
  'reports.shareLinks',
  'reports.versions',
  // after the versions, which have copies of their files
  'reports.templates',
  'reports.reports',
  'records.search_reruns',
  'records.search_hits',
  'records.record_searches',
  'records.search_distances',
  'records.records',
  'records.original_rows',
  'records.versions',
  'records.data_sets',
  'issue.notices',
  'identity.key_writes',
  'identity.password_mails',
  'feature.assignments',
  'feature.comments',
  'feature.determination_proposals',
  'feature.determinations',
  'feature.spots',
  'feature.mentions',
  'feature.features',
  // follow from decisions
  'annotation.review_rules',
  'annotation.blind_sheets',
  'annotation.blind_samples',
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
  'document.georeferences',
  'document.shareLinks',
  'document.proposals',
  'document.splits',
  // a file is stored after its crossings and blocks, and is read before them
  'document.streetFiles',
  'document.streetCrossings',
  'document.streetBlocks',
  'document.photographs',
  'document.pageOpenings',
  'document.pages',
  'document.documents',
  'document.uploads',
  'issue.comments',
  'issue.issues',
  'issue.counters',
  'webhook.webhooks',
  'project.site_visits',
  'project.members',
  'project.projects',
  // after the projects and the retained versions of erased ones
  'project.erased_projects',
  'project.counters',
  'identity.api_keys',
  'identity.role_permissions',
  'identity.users',
  'identity.authors',
  'identity.organizations',
] as const;

export type KnownPlace = (typeof ORDER)[number];

export function placeOf(name: KnownPlace): Place {
  const [service = '', collection = ''] = name.split('.');
  return { service, collection };
}

/** For the test that compares them with the services' models. */
export const knownPlaces: readonly string[] = ORDER;

/**
 * Marks a running restore. No backup has it, and removing all rows leaves it. In a database that the user of
 * MONGODB_URI may write (docs/operations/databases.md).
 */
export const RESTORES: Place = { service: 'audit', collection: 'restores' };

/**
 * Sorts collections into reading order. Unknown ones are read with those that follow others: events bring them up to
 * date.
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

/** Collection that an event's entity is stored in, by service and entity of the subject. */
const OWNERS: Readonly<Record<string, KnownPlace>> = {
  'identity.user': 'identity.users',
  'identity.author': 'identity.authors',
  'project.project': 'project.projects',
  'project.access': 'project.members',
  'project.visit': 'project.site_visits',
  'document.document': 'document.documents',
  'document.page': 'document.pages',
  'document.alignment': 'document.alignments',
  'document.georeference': 'document.georeferences',
  'document.photograph': 'document.photographs',
  'annotation.annotation': 'annotation.annotations',
  'annotation.run': 'annotation.runs',
  'annotation.review_rule': 'annotation.review_rules',
  'annotation.blind_sample': 'annotation.blind_samples',
  'annotation.blind_sheet': 'annotation.blind_sheets',
  'feature.feature': 'feature.features',
  'feature.mention': 'feature.mentions',
  'feature.evidence_comment': 'feature.comments',
  'feature.assignment': 'feature.assignments',
  'feature.determination': 'feature.determinations',
  'feature.determination_proposal': 'feature.determination_proposals',
  'job.job': 'job.jobs',
  'issue.issue': 'issue.issues',
  'issue.comment': 'issue.comments',
  'webhook.webhook': 'webhook.webhooks',
  'records.data_set': 'records.data_sets',
  'records.record_search': 'records.record_searches',
  'records.record_hit': 'records.decided_hits',
  'records.record_rule': 'records.record_rules',
  'records.record_proposal': 'records.record_proposals',
  'records.agency_request': 'records.agency_requests',
  'records.radius_report': 'records.radius_reports',
  'reports.report': 'reports.reports',
  'reports.version': 'reports.versions',
};

/**
 * Collection of the row that an event is about; undefined for events of the gateway about no row (`identity.key.used`,
 * `identity.audit.recorded`).
 */
export function ownerOf(service: string, entity: string): Place | undefined {
  const place = OWNERS[`${service}.${entity}`];
  return place && placeOf(place);
}

/** For the test that compares them with the catalogue. */
export const ownedEntities: readonly string[] = Object.keys(OWNERS);
