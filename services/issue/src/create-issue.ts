import { creationHash, idTaken } from '@symbio/mongo';
import { newId, doerOf, organizationOf } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueEvents, type ContextEntry, type IssueFields } from '@symbio/proto/issue';
import { issueEvent } from './events.js';
import { withFollower } from './followers.js';
import { historyEntry } from './history.js';
import type { IssueDeps } from './issue-deps.js';
import { checkNewIssue, type NewIssue } from './issue-fields.js';
import type { IssueRow } from './model.js';
import { namesFor, noSuchAssignee } from './people.js';

export interface NewIssueInput {
  /** Client-generated; empty for a new one. */
  id: string;
  fields?: IssueFields | undefined;
  context?: readonly ContextEntry[];
}

/** Hash of the flat values, without fields introduced in November 2026. */
const hashOf = ({ labels, context, ...values }: Omit<NewIssue, 'id'>): string =>
  creationHash({
    ...values,
    ...(labels.length > 0 ? { labels: JSON.stringify(labels) } : {}),
    ...(context.length > 0 ? { context: JSON.stringify(context) } : {}),
  });

/**
 * Reports an issue. Idempotent: the same id, reporter and fields returns the current issue.
 * @throws AppError INVALID_ARGUMENT, FAILED_PRECONDITION, also by a deleted issue
 */
export const createIssue =
  ({ repository, people, tombstones, clock }: IssueDeps) =>
  async (input: NewIssueInput, caller: CallContext): Promise<IssueRow> => {
    const { actor } = caller;
    const { id: clientsId, ...fields } = checkNewIssue(input.id, input.fields, input.context);
    const { assignee, ...values } = fields;
    const names = await namesFor(people, caller, assignee, caller.actor.organizationId ?? '');
    if (names.other === undefined) throw noSuchAssignee();
    const id = clientsId || newId();
    const hash = hashOf(fields);
    const own = { id: doerOf(actor), name: names.own };
    // only people get mail
    const reporters = actor.via === 'service' || actor.agentId !== undefined ? [] : [own];
    const inserted = await repository.insert(
      id,
      {
        ...values,
        number: await repository.nextNumber(),
        ...(assignee ? { assignee } : {}),
        assigneeName: names.other,
        reporterId: own.id,
        reporterName: own.name,
        ...organizationOf(actor),
        followers: assignee ? withFollower(reporters, { id: assignee, name: names.other }) : reporters,
        links: [],
        screenshots: [],
        edits: [],
        history: [historyEntry({ ...actor, name: own.name }, clock, [{ field: 'created' }])],
        creationHash: hash,
      },
      actor,
      (row) => [issueEvent(issueEvents.created, row)],
    );
    // insert, then check: whichever of this and a permanent removal comes second sees the other
    if (inserted && (await tombstones.any(id))) {
      await repository.remove(id, actor, (row) => [issueEvent(issueEvents.deleted, row)]);
      throw idTaken('An issue');
    }
    const row = inserted ?? (await repository.find(id));
    if (row?.reporterId !== own.id || row.creationHash !== hash) throw idTaken('An issue');
    return row;
  };
