import {
  event,
  invalidFields,
  notFound,
  type Actor,
  type CallContext,
  type EventType,
  type PageSpec,
} from '@symbio/kit';
import type { IssueEvent, IssueFields } from '@symbio/proto/issue';
import { issueChanged, issueCreated, issueDeleted } from './events.js';
import { checkIssueChange, checkNewIssue, checkStatusFilter } from './issue-fields.js';
import { issueMessage } from './mapping.js';
import type { IssueRow } from './model.js';
import { namesFor, type People } from './people.js';
import type { IssueRepository } from './repository.js';

export interface IssuesDeps {
  repo: IssueRepository;
  people: People;
}

/** Tells others of an issue. */
export const tell = (type: EventType<IssueEvent>) => (row: IssueRow) => [event(type, '', { issue: issueMessage(row) })];

const noSuchAssignee = () => invalidFields({ assignee: 'There is no such user' });

/** Rules about issues. */
export function createIssues({ repo, people }: IssuesDeps) {
  return {
    /** A page of issues, newest first. @throws AppError INVALID_ARGUMENT for a status there is not */
    list: (status: string, page: PageSpec) => repo.listIssues(checkStatusFilter(status), page),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<IssueRow> {
      const row = await repo.issue(id);
      if (!row) throw notFound('Issue');
      return row;
    },

    /** @throws AppError INVALID_ARGUMENT with every bad field */
    async create(context: CallContext, fields: IssueFields | undefined): Promise<IssueRow> {
      const { assignee, ...values } = checkNewIssue(fields);
      const names = await namesFor(people, context, assignee);
      if (names.other === undefined) throw noSuchAssignee();
      const row = await repo.insertIssue(
        {
          ...values,
          ...(assignee ? { assignee } : {}),
          assigneeName: names.other,
          reporterId: context.actor.sub,
          reporterName: names.own,
          screenshots: [],
        },
        context.actor,
        tell(issueCreated),
      );
      if (!row) throw new Error('a new id was taken already');
      return row;
    },

    /** Changes the given fields; any status may follow any other (ISSUE-09). @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async update(context: CallContext, id: string, fields: IssueFields | undefined): Promise<IssueRow> {
      const { assignee, ...change } = checkIssueChange(fields);
      const name = assignee === undefined ? '' : (await namesFor(people, context, assignee)).other;
      if (name === undefined) throw noSuchAssignee();
      const assigned = assignee === undefined ? {} : { assignee: assignee || undefined, assigneeName: name };
      const row = await repo.changeIssue(id, context.actor, () => ({ ...change, ...assigned }), tell(issueChanged));
      if (!row) throw notFound('Issue');
      return row;
    },

    /** @throws AppError NOT_FOUND */
    async remove(actor: Actor, id: string): Promise<void> {
      if (!(await repo.removeIssue(id, actor, tell(issueDeleted)))) throw notFound('Issue');
    },
  };
}

export type Issues = ReturnType<typeof createIssues>;
