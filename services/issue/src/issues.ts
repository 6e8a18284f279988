import {
  creationHash,
  idTaken,
  invalidFields,
  newId,
  newValues,
  notFound,
  type CallContext,
  type PageSpec,
  type Tombstones,
} from '@symbio/kit';
import { issueEvents, type IssueFields } from '@symbio/proto/issue';
import { issueEvent } from './events.js';
import { checkIssueChange, checkNewIssue, checkStatusFilter } from './issue-fields.js';
import type { IssueRow } from './model.js';
import { namesFor, type People } from './people.js';
import type { IssueRepository } from './repository.js';

export interface IssueDeps {
  repository: IssueRepository;
  people: People;
  /** Issues that were deleted: a repeated creation does not bring one back. */
  tombstones: Pick<Tombstones, 'any'>;
}

/** What is said of a new issue. */
export interface NewIssueInput {
  /** Minted by the client; empty: a new one. */
  id: string;
  fields?: IssueFields;
}

export interface IssueUpdate {
  id: string;
  fields?: IssueFields;
}

const noSuchAssignee = () => invalidFields({ assignee: 'There is no such user' });

/** Rules about issues. */
export function createIssues({ repository, people, tombstones }: IssueDeps) {
  return {
    /** A page of issues, newest first. @throws AppError INVALID_ARGUMENT for a status there is not */
    list: (status: string, page: PageSpec) => repository.list(checkStatusFilter(status), page),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<IssueRow> {
      const row = await repository.find(id);
      if (!row) throw notFound('Issue');
      return row;
    },

    /**
     * Reports an issue. The same id by the same person with the same fields answers the issue there is, as it is now.
     * @throws AppError INVALID_ARGUMENT with every bad field, FAILED_PRECONDITION when the id is taken
     */
    async create(input: NewIssueInput, context: CallContext): Promise<IssueRow> {
      const { actor } = context;
      const { id: clientsId, ...fields } = checkNewIssue(input.id, input.fields);
      const { assignee, ...values } = fields;
      const names = await namesFor(people, context, assignee);
      if (names.other === undefined) throw noSuchAssignee();
      const id = clientsId || newId();
      const hash = creationHash(fields);
      const inserted = await repository.insert(
        id,
        {
          ...values,
          ...(assignee ? { assignee } : {}),
          assigneeName: names.other,
          reporterId: actor.sub,
          reporterName: names.own,
          screenshots: [],
          creationHash: hash,
        },
        actor,
        (row) => [issueEvent(issueEvents.created, row)],
      );
      // written first, then asked: of this and the clean-up of a deleted issue whichever comes second sees the other
      if (inserted && (await tombstones.any(id))) {
        await repository.remove(id, actor, (row) => [issueEvent(issueEvents.deleted, row)]);
        throw idTaken('An issue');
      }
      const row = inserted ?? (await repository.find(id));
      if (row?.reporterId !== actor.sub || row.creationHash !== hash) throw idTaken('An issue');
      return row;
    },

    /**
     * Changes the given fields; any status may follow any other (ISSUE-09). What is already so changes nothing.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT
     */
    async update({ id, fields }: IssueUpdate, context: CallContext): Promise<IssueRow> {
      const { assignee, ...change } = checkIssueChange(fields);
      const name = assignee === undefined ? '' : (await namesFor(people, context, assignee)).other;
      if (name === undefined) throw noSuchAssignee();
      const assigned = assignee === undefined ? {} : { assignee: assignee || undefined, assigneeName: name };
      const row = await repository.change(
        id,
        context.actor,
        (current) => newValues(current, { ...change, ...assigned }),
        (after) => [issueEvent(issueEvents.changed, after)],
      );
      if (!row) throw notFound('Issue');
      return row;
    },

    /** @throws AppError NOT_FOUND, also the second time */
    async remove(id: string, { actor }: CallContext): Promise<void> {
      const removed = await repository.remove(id, actor, (row) => [issueEvent(issueEvents.deleted, row)]);
      if (!removed) throw notFound('Issue');
    },
  };
}

export type Issues = ReturnType<typeof createIssues>;
