/** Requests of records from agencies. */
import { creationHash, event, idTaken } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { ProjectServiceService } from '@symbio/proto/project';
import {
  agencyRequestEvents,
  AgencyRequestFields,
  type AddFollowUpRequest,
  type Agency,
  type AgencyRequest,
  type CreateAgencyRequestRequest,
  type DueRequests,
  type ListAgencyRequestsRequest,
  type UpdateAgencyRequestRequest,
} from '@symbio/proto/records';
import { AGENCY_KINDS, REQUEST_OUTCOMES } from '@symbio/proto/records/vocabulary';
import { mapConcurrently, pagedList, type CallContext, type Client, type PagedList } from '@symbio/rpc';
import {
  agentsPropose,
  conflict,
  doerOf,
  isAgent,
  isCalendarDate,
  isId,
  named,
  newId,
  notFound,
  refuseFields,
  stale,
  type Clock,
} from '@symbio/runtime';
import type { KnownHits } from '../decisions/known-hits.js';
import { ROLE_TO } from '../policy.js';
import { agenciesOf, agencyArea } from './agencies.js';
import { letterOf } from './letter.js';
import { dueByProject, toAgencyRequest } from './mapping.js';
import type { AgencyRequestRow, StoredFields } from './model.js';
import type { RequestRepository } from './repository.js';

const MAX_OF_A_PROJECT = 400;
/** Requests whose agencies are remembered. */
const MAX_REMEMBERED = 500;
const MAX_LINKS = 100;
const MAX_LINE = 300;
const MAX_TEXT = 4_000;
const DAYS = ['sentOn', 'promisedOn', 'followUpOn', 'answeredOn'] as const;
const LINES = ['agencyName', 'agencyEmail', 'agencyPortal', 'subject', 'method', 'reference'] as const;
const TEXTS = ['agencyAddress', 'note'] as const;
const AT_ONCE = 8;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @throws AppError INVALID_ARGUMENT with every bad field */
function checkedFields(given: AgencyRequestFields): StoredFields {
  const agencyKind = AGENCY_KINDS.find((kind) => kind === given.agencyKind);
  const outcome = REQUEST_OUTCOMES.find((each) => each === given.outcome);
  const problems: Record<string, string> = {
    ...(given.agencyName.trim() === '' && { agency_name: 'agency_name is required' }),
    ...(!agencyKind && { agency_kind: `agency_kind must be one of ${AGENCY_KINDS.join(', ')}` }),
    ...(given.outcome !== '' && !outcome && { outcome: `outcome must be one of ${REQUEST_OUTCOMES.join(', ')}` }),
  };
  for (const name of [...LINES, ...TEXTS]) {
    const max = (LINES as readonly string[]).includes(name) ? MAX_LINE : MAX_TEXT;
    if (given[name].length > max) problems[snake(name)] = `${snake(name)} is too long (at most ${max} characters)`;
  }
  for (const name of DAYS)
    if (given[name] !== '' && !isCalendarDate(given[name])) problems[snake(name)] = 'Give a day such as 2026-11-28';
  for (const name of ['hitIds', 'documentIds'] as const)
    if (given[name].length > MAX_LINKS) problems[snake(name)] = `Give at most ${MAX_LINKS}`;
  if (given.answeredOn !== '' && given.answeredOn < given.sentOn)
    problems['answered_on'] = 'The answer is earlier than the request.';
  if (outcome && given.sentOn === '') problems['outcome'] = 'A request has an outcome once it is sent.';
  refuseFields(problems);
  const { outcome: _, ...texts } = given;
  return {
    ...texts,
    agencyName: given.agencyName.trim(),
    agencyKind: agencyKind ?? 'other',
    ...{ hitIds: [...new Set(given.hitIds)], documentIds: [...new Set(given.documentIds)] },
    ...(outcome && { outcome }),
  };
}

export interface AgencyRequestsDeps {
  requests: RequestRepository;
  knownHits: KnownHits;
  access: Pick<ProjectAccess, 'require' | 'visible'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'getProject'>;
  documents: Pick<Client<typeof DocumentServiceService>, 'getDocument'>;
  clock: Clock;
}

export function createAgencyRequests(deps: AgencyRequestsDeps) {
  const { requests, knownHits, access, projects, documents, clock } = deps;
  const today = (): string => clock.now().toISOString().slice(0, 10);
  const shown = (row: AgencyRequestRow): AgencyRequest => toAgencyRequest(row, today());
  const toEvent = (verb: 'created' | 'changed') => (row: AgencyRequestRow) =>
    event(agencyRequestEvents[verb], row.projectId, { request: shown(row) });

  async function editable(projectId: string, context: CallContext, what: string, field?: string): Promise<void> {
    await access.require(context, projectId, ROLE_TO.decide, what, field);
    if (isAgent(context.actor)) throw agentsPropose('People write to agencies.', 'Ask a person to send the request.');
  }

  async function areaOf(projectId: string, context: CallContext): Promise<string> {
    const { project } = await projects.getProject({ id: projectId }, context);
    return agencyArea(project?.propertyZip ?? '');
  }

  async function foundOrRemoved(id: string, context: CallContext): Promise<AgencyRequestRow> {
    const row = isId(id) ? await requests.find(id) : undefined;
    if (!row) throw notFound('Request');
    await access.require(context, row.projectId, ROLE_TO.read, 'Request');
    return row;
  }

  async function found(id: string, context: CallContext): Promise<AgencyRequestRow> {
    const row = await foundOrRemoved(id, context);
    if (row.removedAt) throw notFound('Request');
    return row;
  }

  /** @param removedAt undefined: restores it */
  async function setRemoved(id: string, removedAt: Date | undefined, context: CallContext): Promise<AgencyRequestRow> {
    const { projectId } = await foundOrRemoved(id, context);
    await editable(projectId, context, 'Request');
    const row = await requests.change(id, context.actor, (before, after) =>
      (before.removedAt === undefined) === (removedAt === undefined)
        ? undefined
        : { set: { removedAt }, events: [toEvent('changed')(after({ removedAt }))] },
    );
    if (!row) throw notFound('Request');
    return row;
  }

  /** @throws AppError NOT_FOUND for records and documents that the project does not have */
  async function checkLinks(projectId: string, { hitIds, documentIds }: StoredFields, context: CallContext) {
    const known = new Set((hitIds.length > 0 ? await knownHits.ofProject(projectId) : []).map(({ id }) => id));
    if (!hitIds.every((id) => known.has(id))) throw notFound('Record', 'hit_ids');
    await mapConcurrently(documentIds, AT_ONCE, async (id) => {
      const { document } = await named('Document', 'document_ids', documents.getDocument({ id }, context));
      if (document?.projectId !== projectId) throw notFound('Document', 'document_ids');
    });
  }

  return {
    /** Newest first. @throws AppError NOT_FOUND */
    async list(
      { projectId, waitingOnly, paging }: ListAgencyRequestsRequest,
      context: CallContext,
    ): Promise<PagedList<AgencyRequest>> {
      await access.require(context, projectId, ROLE_TO.read, 'Project', 'project_id');
      const { rows, pageInfo } = await pagedList(
        paging,
        (page) => requests.list(projectId, waitingOnly, page),
        () => requests.count(projectId, waitingOnly),
      );
      return { rows: rows.map(shown), pageInfo };
    },

    /** Of requests in the same area, last used first. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async agencies(projectId: string, context: CallContext): Promise<Agency[]> {
      await access.require(context, projectId, ROLE_TO.decide, 'Project', 'project_id');
      const area = await areaOf(projectId, context);
      return area === '' ? [] : agenciesOf(await requests.fieldsOfArea(area, MAX_REMEMBERED));
    },

    /** Of all projects that the caller may see, the earliest first. */
    due: async (context: CallContext): Promise<DueRequests[]> =>
      dueByProject(await requests.waiting(await access.visible(context)), today()),

    /** With its letter. @throws AppError NOT_FOUND */
    async get(id: string, context: CallContext): Promise<{ request: AgencyRequest; letter: string }> {
      const row = await found(id, context);
      const { project } = await projects.getProject({ id: row.projectId }, context);
      if (!project) throw notFound('Request');
      const hits = await knownHits.ofProject(row.projectId);
      const asked = hits.filter((hit) => row.fields.hitIds.includes(hit.id));
      return { request: shown(row), letter: letterOf(row.fields, project, asked, row.byName) };
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION too_many_requests, id_taken */
    async create(given: CreateAgencyRequestRequest, context: CallContext): Promise<AgencyRequest> {
      const { projectId } = given;
      await editable(projectId, context, 'Project', 'project_id');
      refuseFields(given.id === '' || isId(given.id) ? {} : { id: 'id must be a UUID' });
      const fields = checkedFields(given.fields ?? AgencyRequestFields.fromPartial({}));
      await checkLinks(projectId, fields, context);
      const id = given.id || newId();
      const hash = creationHash({ projectId, fields });
      const known = await requests.find(id);
      if (!known && (await requests.count(projectId, false)) >= MAX_OF_A_PROJECT)
        throw conflict('too_many_requests', `A project has at most ${MAX_OF_A_PROJECT} requests.`);
      const by = { byId: doerOf(context.actor), byName: context.actor.name };
      const area = known ? '' : await areaOf(projectId, context);
      const values = { projectId, fields, ...(area !== '' && { area }), followUps: [], ...by, creationHash: hash };
      const row =
        known ??
        (await requests.insert(id, values, context.actor, (fresh) => [toEvent('created')(fresh)])) ??
        (await requests.find(id));
      if (row?.projectId !== projectId || row.creationHash !== hash) throw idTaken('A request');
      return shown(row);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async update(
      { id, fields: given, expectedRevision }: UpdateAgencyRequestRequest,
      context: CallContext,
    ): Promise<AgencyRequest> {
      const { projectId } = await found(id, context);
      await editable(projectId, context, 'Request');
      const fields = checkedFields(given ?? AgencyRequestFields.fromPartial({}));
      await checkLinks(projectId, fields, context);
      const row = await requests.change(id, context.actor, (before, after) => {
        if (creationHash({ fields: before.fields }) === creationHash({ fields })) return undefined;
        if (expectedRevision !== undefined && before.rev !== expectedRevision) throw stale('This request');
        return { set: { fields }, events: [toEvent('changed')(after({ fields }))] };
      });
      if (!row) throw notFound('Request');
      return shown(row);
    },

    /** It can be restored. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async remove(id: string, context: CallContext): Promise<void> {
      await setRemoved(id, clock.now(), context);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
    restore: async (id: string, context: CallContext): Promise<AgencyRequest> =>
      shown(await setRemoved(id, undefined, context)),

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async addFollowUp(
      { requestId, id: givenId, day, note }: AddFollowUpRequest,
      context: CallContext,
    ): Promise<AgencyRequest> {
      const { projectId } = await found(requestId, context);
      await editable(projectId, context, 'Request');
      refuseFields({
        ...(givenId === '' || isId(givenId) ? {} : { id: 'id must be a UUID' }),
        ...(isCalendarDate(day) ? {} : { day: 'Give a day such as 2026-11-28' }),
        ...(note.length > MAX_TEXT ? { note: `note is too long (at most ${MAX_TEXT} characters)` } : {}),
      });
      const followUp = { id: givenId || newId(), day, note, byId: doerOf(context.actor), byName: context.actor.name };
      const row = await requests.change(requestId, context.actor, (before, after) => {
        if (before.followUps.some(({ id }) => id === followUp.id)) return undefined;
        if (before.fields.sentOn === '') throw conflict('not_sent', 'The request is not sent yet.');
        if (before.followUps.length >= MAX_LINKS)
          throw conflict('too_many_follow_ups', 'The request has 100 follow-ups.');
        const set = { followUps: [...before.followUps, followUp] };
        return { set, events: [toEvent('changed')(after(set))] };
      });
      if (!row) throw notFound('Request');
      return shown(row);
    },
  };
}

export type AgencyRequests = ReturnType<typeof createAgencyRequests>;
