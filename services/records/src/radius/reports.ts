/** Radius reports of vendors: read, confirmed by people, undone (decision 0143). */
import { event, type PendingEvent } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { radiusReportEvents, type ConfirmRadiusReportRequest } from '@symbio/proto/records';
import type { CallContext } from '@symbio/rpc';
import {
  AppError,
  agentsPropose,
  conflict,
  doerOf,
  isAgent,
  isId,
  named,
  namedId,
  notFound,
  stale,
  type Clock,
} from '@symbio/runtime';
import type { Searches } from '../searches.js';
import { ROLE_TO } from '../policy.js';
import { toRadiusReport } from './mapping.js';
import type { RadiusReportRow } from './model.js';
import { readPages, type Documents } from './read-pages.js';
import type { ReportPlacing } from './place-reports.js';
import type { RadiusRepository } from './repository.js';
import { vendorHits } from './vendor-hits.js';

export interface RadiusReportsDeps {
  reports: RadiusRepository;
  documents: Documents;
  access: Pick<ProjectAccess, 'require'>;
  placing: Pick<ReportPlacing, 'placesOf'>;
  searches: Pick<Searches, 'search' | 'isUnsearched'>;
  clock: Clock;
}

const toEvent = (verb: 'proposed' | 'confirmed' | 'undone', row: RadiusReportRow): PendingEvent =>
  event(radiusReportEvents[verb], row.projectId, { report: toRadiusReport({ ...row, rows: [], orphans: [] }) });

export function createRadiusReports({ reports, documents, access, placing, searches, clock }: RadiusReportsDeps) {
  async function documentOf(id: string, context: CallContext) {
    const { document } = await named('Document', 'document_id', documents.getDocument({ id }, context));
    if (!document) throw notFound('Document');
    return document;
  }

  /** @throws AppError NOT_FOUND */
  async function readable(documentId: string, context: CallContext): Promise<RadiusReportRow> {
    const row = isId(documentId) ? await reports.find(documentId) : undefined;
    if (!row) throw notFound('Radius report');
    await access.require(context, row.projectId, ROLE_TO.read, 'Radius report');
    return row;
  }

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function decidable(documentId: string, context: CallContext): Promise<RadiusReportRow> {
    const row = await readable(documentId, context);
    await access.require(context, row.projectId, ROLE_TO.decide, 'Radius report');
    if (isAgent(context.actor)) throw agentsPropose('People confirm radius reports.', 'Ask a person to confirm it.');
    return row;
  }

  /** The first search counts its records by list, and measures those with a place. */
  async function searchFirst({ _id, projectId }: RadiusReportRow, context: CallContext): Promise<void> {
    if (!(await searches.isUnsearched(projectId, context))) return;
    try {
      await searches.search(namedId(`${_id} first search`), projectId, context);
    } catch (error) {
      // with too many records a person searches shorter distances; the report stays confirmed
      if (!(error instanceof AppError && error.code === 'FAILED_PRECONDITION')) throw error;
    }
  }

  return {
    /**
     * Agents may, since a person confirms it.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
     */
    async propose(documentId: string, context: CallContext): Promise<RadiusReportRow> {
      const { projectId, fileName } = await documentOf(documentId, context);
      await access.require(context, projectId, ROLE_TO.decide, 'Document');
      const known = await reports.find(documentId);
      if (known?.state === 'confirmed') return known;
      const read = await readPages(documentId, documents, context);
      const by = { byId: doerOf(context.actor), byName: context.actor.name, readAt: clock.now() };
      const values = { projectId, documentName: fileName, state: 'proposed' as const, hitIds: [], ...read, ...by };
      const row =
        (known
          ? undefined
          : await reports.insert(documentId, values, context.actor, (fresh) => [toEvent('proposed', fresh)])) ??
        (await reports.change(documentId, context.actor, (before, after) =>
          before.state === 'confirmed' ? undefined : { set: values, events: [toEvent('proposed', after(values))] },
        ));
      if (!row) throw notFound('Radius report');
      return row;
    },

    get: readable,

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, ABORTED, FAILED_PRECONDITION lists_differ */
    async confirm(
      { documentId, lists, expectedRevision }: ConfirmRadiusReportRequest,
      context: CallContext,
    ): Promise<RadiusReportRow> {
      const read = await decidable(documentId, context);
      const places = read.state === 'confirmed' ? undefined : await placing.placesOf(read, context);
      const row = await reports.change(documentId, context.actor, (before, after) => {
        if (before.state === 'confirmed') return undefined;
        if (expectedRevision !== undefined && before.rev !== expectedRevision) throw stale('This radius report');
        const open = before.lists.filter((each) => each.needsConfirmation && !lists.includes(each.list));
        if (open.length > 0)
          throw conflict(
            'lists_differ',
            `Look at these lists and confirm them by name: ${open.map(({ list }) => list).join(', ')}.`,
          );
        const by = { confirmedById: doerOf(context.actor), confirmedByName: context.actor.name };
        const hitIds = vendorHits(before, new Map()).map(({ id }) => id);
        // another reading since has other rows
        const placed = before.rev === read.rev ? places : undefined;
        const set = { state: 'confirmed' as const, ...by, confirmedAt: clock.now(), hitIds, ...placed };
        return { set, events: [toEvent('confirmed', after(set))] };
      });
      if (!row) throw notFound('Radius report');
      await searchFirst(row, context);
      return row;
    },

    /** Its records are no longer listed; decided ones stay as gone. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async undo(documentId: string, context: CallContext): Promise<RadiusReportRow> {
      await decidable(documentId, context);
      const row = await reports.change(documentId, context.actor, (before, after) => {
        if (before.state !== 'confirmed') return undefined;
        const set = { state: 'undone' as const, hitIds: [] };
        return { set, events: [toEvent('undone', after(set))] };
      });
      if (!row) throw notFound('Radius report');
      return row;
    },
  };
}

export type RadiusReports = ReturnType<typeof createRadiusReports>;
