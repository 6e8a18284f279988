import { AppError, doerOf, newValues, notFound, seesAllOrganizations } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueEvents, type IssueFields } from '@symbio/proto/issue';
import { issueEvent } from './events.js';
import { withFollower } from './followers.js';
import { appended, changesBetween, editedBy, historyEntry } from './history.js';
import type { IssueDeps } from './issue-deps.js';
import { checkIssueChange, type IssueChange } from './issue-fields.js';
import type { IssueRow } from './model.js';
import { namesFor, noSuchAssignee } from './people.js';
import type { Decide, IssueValues } from './repository.js';

export interface IssueUpdate {
  id: string;
  fields?: IssueFields | undefined;
  /** `updatedAt` the caller saw; absent to skip the conflict check. */
  expectedUpdatedAt?: Date | undefined;
}

/** Including those that follow from a new assignee. */
type Wanted = Partial<Pick<IssueValues, keyof IssueChange | 'assigneeName'>>;

const changedInTheMeantime = (fields: readonly string[]): AppError =>
  new AppError('ABORTED', 'stale', 'This issue was changed by someone else in the meantime. Reload and try again.', {
    fields: Object.fromEntries(fields.map((field) => [field, 'Someone else has changed this in the meantime'])),
  });

export function createIssueUpdate({ repository, access, people }: IssueDeps) {
  /** Values of a new assignee. @throws AppError INVALID_ARGUMENT for an unknown user */
  async function assigned(assignee: string | undefined, caller: CallContext): Promise<Wanted> {
    if (assignee === undefined) return {};
    const { other } = await namesFor(people, caller, assignee);
    if (other === undefined) throw noSuchAssignee();
    return { assignee: assignee || undefined, assigneeName: other };
  }

  /** Computes a row change from requested values, with the conflict check. */
  const decide =
    ({ actor }: CallContext, wanted: (row: IssueRow) => Wanted, seen: Date | undefined): Decide =>
    (row, at) => {
      const values = newValues<IssueValues>(row, wanted(row));
      if (!values) return undefined;
      // the row's timestamp, so readers of the row know this change
      const entry = historyEntry(actor, { now: () => at }, changesBetween(row, { ...row, ...values }));
      const changed = entry.changes.map(({ field }) => field);
      const stale = row.edits.filter(
        ({ field, at, by }) => seen && at > seen && by !== doerOf(actor) && changed.includes(field),
      );
      if (stale.length > 0) throw changedInTheMeantime(stale.map(({ field }) => field));
      const { assignee, assigneeName = '' } = values;
      return {
        ...values,
        ...(assignee && assignee !== row.assignee
          ? { followers: withFollower(row.followers, { id: assignee, name: assigneeName }) }
          : {}),
        edits: editedBy(row, entry),
        history: appended(row, entry),
      };
    };

  async function change(
    name: string,
    caller: CallContext,
    wanted: (row: IssueRow) => Wanted,
    seen?: Date,
  ): Promise<IssueRow> {
    const found = await access.findToChange(name, caller);
    const { _id: id, organizationId } = found;
    const { assignee = '' } = wanted(found);
    // others find only people of the issue's organization
    if (seesAllOrganizations(caller.actor) && assignee !== '') {
      const { other } = await namesFor(people, caller, assignee, organizationId ?? '');
      if (other === undefined) throw noSuchAssignee();
    }
    const row = await repository.change(id, caller.actor, decide(caller, wanted, seen), (after) => [
      issueEvent(issueEvents.changed, after),
    ]);
    if (!row) throw notFound('Issue');
    return row;
  }

  return {
    assigned,
    change,

    /**
     * Changes the given fields; every status transition is allowed (ISSUE-09), and identical values are no change. A
     * stale caller may change fields that no other user changed since.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, ABORTED (stale)
     */
    async update({ id, fields, expectedUpdatedAt }: IssueUpdate, caller: CallContext): Promise<IssueRow> {
      const { assignee, ...values } = checkIssueChange(fields);
      const wanted = { ...values, ...(await assigned(assignee, caller)) };
      return change(id, caller, () => wanted, expectedUpdatedAt);
    },
  };
}

export type IssueUpdates = ReturnType<typeof createIssueUpdate>;
