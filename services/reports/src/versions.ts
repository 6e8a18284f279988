/** Versions of a project's report: locked evidence, reviewed, signed and issued by people. */
import { idTaken, type PendingEvent } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import type { IdentityServiceService } from '@symbio/proto/identity';
import { MAX_VERSION_REASON } from '@symbio/proto/limits';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { reportVersionEvents, type BlockingRule, type LockVersionRequest } from '@symbio/proto/reports';
import type { ReportState } from '@symbio/proto/reports/vocabulary';
import { pagedList, type CallContext, type Client, type PagedList, type Paging } from '@symbio/rpc';
import {
  AppError,
  conflict,
  isId,
  newId,
  notFound,
  ownedByOrganization,
  refuseFields,
  type Clock,
} from '@symbio/runtime';
import { versionEvent } from './events.js';
import type { Evidences } from './evidence/lock.js';
import type { StoredSignature, VersionRow } from './model.js';
import { ROLE_TO, seesIssuedOnly, seesRetained } from './policy.js';
import { qualificationOf } from './qualification.js';
import type { ReportRepository, RetainedVersions, TemplateRepository, VersionRepository } from './repository.js';
import { stateAfter, type Transition } from './states.js';
import { INSTALLATION } from './templates.js';

export interface VersionsDeps {
  repository: VersionRepository &
    Pick<ReportRepository, 'report'> &
    Pick<TemplateRepository, 'template'> &
    Pick<RetainedVersions, 'listRetained' | 'countRetained'>;
  access: Pick<ProjectAccess, 'require'>;
  evidences: Evidences;
  identity: Pick<Client<typeof IdentityServiceService>, 'getMe'>;
  clock: Clock;
  /** Starts the composition of waiting versions. */
  wake: () => void;
}

/** States in which a version was issued; customers who only read see these. */
const ISSUED_STATES: readonly ReportState[] = ['issued', 'superseded', 'withdrawn'];
/** A version in one of these is not followed by the issue of an older one. */
const FINAL_STATES: readonly ReportState[] = ['signed', 'issued'];
/** Locks of one project at the same time, each of which takes the next number. */
const NUMBER_TRIES = 5;

const WHAT = 'Report version';
/** @throws AppError FAILED_PRECONDITION `not_ready` with the sentence of each rule */
function refuseUnready(blocking: readonly BlockingRule[]): void {
  if (blocking.length === 0) return;
  throw new AppError('FAILED_PRECONDITION', 'not_ready', 'The review list has required items. Correct them first.', {
    fields: Object.fromEntries(blocking.map(({ rule, text }) => [rule, text])),
  });
}

type VersionChange = Partial<Pick<VersionRow, 'reason' | 'signature' | 'issuedAt' | 'deliveryDate'>>;

export function createVersions({ repository, access, evidences, identity, clock, wake }: VersionsDeps) {
  const { versions } = repository;

  /** @throws AppError NOT_FOUND, also if the caller may not see it; PERMISSION_DENIED */
  async function found(id: string, needed: ProjectRole, context: CallContext): Promise<VersionRow> {
    const row = isId(id) ? await repository.version(id) : undefined;
    if (!row) throw notFound(WHAT);
    if (row.retained) {
      if (needed !== ROLE_TO.read || !seesRetained(context.actor, row.retained)) throw notFound(WHAT);
      return row;
    }
    const role = await access.require(context, row.projectId, needed, WHAT);
    // a withdrawn version may have been withdrawn before it was issued
    if (seesIssuedOnly(context.actor, role) && !row.issuedAt) throw notFound(WHAT);
    return row;
  }

  async function transition(
    id: string,
    name: Transition,
    context: CallContext,
    set: (row: VersionRow) => VersionChange,
    event: (after: VersionRow) => PendingEvent,
  ): Promise<VersionRow> {
    const row = await versions.change(id, context.actor, (before, after) => {
      const state = stateAfter(name, before.state);
      if (state === undefined) return undefined;
      const values = { ...set(before), state };
      return { set: values, events: [event(after(values))] };
    });
    if (!row) throw notFound(WHAT);
    return row;
  }

  const changed = (row: VersionRow): PendingEvent => versionEvent(reportVersionEvents.changed, row);

  function refuseUncomposed({ composition }: VersionRow): void {
    if (composition === 'failed')
      throw conflict('not_composed', 'The files of this version could not be made. Lock a new version.');
    if (composition !== 'done')
      throw conflict('not_composed', 'The files of this version are still being made. Try again in a moment.');
  }

  function refuseOtherProfessional({ professionalId, professionalName }: VersionRow, { actor }: CallContext): void {
    if (professionalId && professionalId !== actor.sub)
      throw conflict(
        'other_professional',
        `This version names ${professionalName ?? 'another person'} as its environmental professional, who must sign it. To sign it yourself, lock a version that names you.`,
      );
  }

  /** With four eyes, the only author of all determinations cannot sign. */
  async function refuseOnlyAuthor({ projectId, determinedBy }: VersionRow, { actor }: CallContext): Promise<void> {
    if (!determinedBy?.length || determinedBy.some((author) => author !== actor.authorId)) return;
    if ((await repository.report(projectId))?.fourEyes)
      throw conflict(
        'four_eyes',
        'You made all determinations of this version. This project asks that another person signs.',
      );
  }

  /** An older version would supersede the newer one. */
  async function refuseOlder({ projectId, number, state }: VersionRow): Promise<void> {
    if (state !== 'signed') return;
    const [newest] = await repository.list(projectId, FINAL_STATES, { skip: 0, perPage: 1 });
    if (newest && newest.number > number)
      throw conflict(
        'newer_version',
        `Version ${newest.number} is newer and already ${newest.state}. To issue version ${number}, withdraw version ${newest.number} first.`,
      );
  }

  function checkReason(reason: string): string {
    const given = reason.trim();
    refuseFields({
      ...(given === '' && { reason: 'A reason is needed.' }),
      ...(given.length > MAX_VERSION_REASON && {
        reason: `The reason must have at most ${MAX_VERSION_REASON} characters.`,
      }),
    });
    return given;
  }

  async function supersede(projectId: string, except: string, context: CallContext): Promise<void> {
    for (const { _id } of await repository.inState(projectId, 'issued'))
      if (_id !== except) await transition(_id, 'supersede', context, () => ({}), changed);
  }

  return {
    /**
     * Locks the present evidence as the next version.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION `not_ready`, `evidence_moves`,
     * `missing_letters`, `id_taken`
     */
    async lock({ id: givenId, projectId, blocking }: LockVersionRequest, context: CallContext): Promise<VersionRow> {
      await access.require(context, projectId, ROLE_TO.lock);
      refuseFields(givenId === '' || isId(givenId) ? {} : { id: 'id must be a UUID' });
      const id = givenId || newId();
      for (let tries = 0; tries < NUMBER_TRIES; tries++) {
        const known = await repository.version(id);
        if (known && (known.projectId !== projectId || known.retained)) throw idTaken('A report version');
        if (known) return known;
        refuseUnready(blocking);
        const previous = await repository.newest(projectId);
        const number = (previous?.number ?? 0) + 1;
        const { sha256, file, photographs, professional, determinedBy } = await evidences.lock(
          { id, projectId, number, previous },
          context,
        );
        const template = (await repository.template(projectId)) ?? (await repository.template(INSTALLATION));
        const row = await versions.insert(
          id,
          {
            ...{ projectId, number, state: 'draft', evidenceSha256: sha256, manifestSha256: '' },
            ...{ files: [file], photographs },
            ...{ composition: 'waiting', percent: 0, problem: '', leaseUntil: clock.now() },
            ...{ basedOnId: previous?._id ?? '', lockedById: context.actor.sub, lockedByName: context.actor.name },
            ...(professional && { professionalId: professional.id, professionalName: professional.name }),
            ...(template && { template: template.file }),
            ...{ determinedBy, reason: '', deliveryDate: '' },
          },
          context.actor,
          (after) => [versionEvent(reportVersionEvents.locked, after)],
        );
        if (row) {
          wake();
          return row;
        }
      }
      throw conflict('evidence_moves', 'Another version is being locked. Try again.');
    },

    /** For those with a role. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    allowed: found,

    /** @throws AppError NOT_FOUND */
    get: (id: string, context: CallContext): Promise<VersionRow> => found(id, ROLE_TO.read, context),

    /** Newest first. @throws AppError NOT_FOUND */
    async list(projectId: string, paging: Paging, context: CallContext): Promise<PagedList<VersionRow>> {
      const role = await access.require(context, projectId, ROLE_TO.read);
      const states = seesIssuedOnly(context.actor, role) ? ISSUED_STATES : undefined;
      return pagedList(
        paging,
        (slice) => repository.list(projectId, states, slice),
        () => repository.count(projectId, states),
      );
    },

    /** Issued versions of erased projects, for administrators; latest issue first. */
    async listRetained(paging: Paging, { actor }: CallContext): Promise<PagedList<VersionRow>> {
      const owner = ownedByOrganization(actor);
      return pagedList(
        paging,
        (slice) => repository.listRetained(owner, slice),
        () => repository.countRetained(owner),
      );
    },

    /** With its files. @throws AppError NOT_FOUND, FAILED_PRECONDITION `not_composed` */
    async composed(id: string, context: CallContext): Promise<VersionRow> {
      const row = await found(id, ROLE_TO.read, context);
      refuseUncomposed(row);
      return row;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION `wrong_state`, `not_composed` */
    async submit(id: string, context: CallContext): Promise<VersionRow> {
      const row = await found(id, ROLE_TO.review, context);
      if (row.state === 'draft') refuseUncomposed(row);
      return transition(id, 'submit', context, () => ({ reason: '' }), changed);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION `wrong_state` */
    async requestChanges(id: string, reason: string, context: CallContext): Promise<VersionRow> {
      await found(id, ROLE_TO.review, context);
      const given = checkReason(reason);
      return transition(id, 'request_changes', context, () => ({ reason: given }), changed);
    },

    /**
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION `wrong_state`, `no_qualification`,
     * `qualification_expired`, `other_manifest`, `other_professional`, `four_eyes`
     */
    async sign(id: string, manifestSha256: string, context: CallContext): Promise<VersionRow> {
      if (context.actor.via !== 'user')
        throw new AppError('PERMISSION_DENIED', 'people_sign', 'Only a person can sign.');
      const version = await found(id, ROLE_TO.sign, context);
      if (manifestSha256 !== version.manifestSha256)
        throw conflict('other_manifest', 'These are not the files that you looked at. Reload and sign again.');
      refuseOtherProfessional(version, context);
      await refuseOnlyAuthor(version, context);
      const { user } = await identity.getMe({}, context);
      const at = clock.now();
      const { path, licence, licenceState } = qualificationOf(user?.qualification, at);
      const signature: StoredSignature = {
        ...{ byId: context.actor.sub, byName: context.actor.name, path, licence, licenceState, at },
      };
      return transition(
        id,
        'sign',
        context,
        () => ({ signature }),
        (after) => versionEvent(reportVersionEvents.signed, after),
      );
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION `wrong_state`, `newer_version` */
    async issue(id: string, context: CallContext): Promise<VersionRow> {
      const version = await found(id, ROLE_TO.issue, context);
      await refuseOlder(version);
      const { projectId } = version;
      const issuedAt = clock.now();
      const typed = (await repository.report(projectId))?.deliveryDate;
      const deliveryDate = typed || issuedAt.toISOString().slice(0, 10);
      const row = await transition(
        id,
        'issue',
        context,
        () => ({ issuedAt, deliveryDate }),
        (after) => versionEvent(reportVersionEvents.issued, after),
      );
      await supersede(projectId, id, context);
      return row;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION `wrong_state` */
    async withdraw(id: string, reason: string, context: CallContext): Promise<VersionRow> {
      await found(id, ROLE_TO.issue, context);
      const given = checkReason(reason);
      return transition(
        id,
        'withdraw',
        context,
        () => ({ reason: given }),
        (after) => versionEvent(reportVersionEvents.withdrawn, after),
      );
    },
  };
}

export type Versions = ReturnType<typeof createVersions>;
