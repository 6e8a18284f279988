import { isId, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueNumber } from '@symbio/proto/issue/key';
import type { IssueRow } from './model.js';
import { refuseOthersIssue, type Sight } from './policy.js';
import type { IssueRepository } from './repository.js';

type Caller = Pick<CallContext, 'actor'>;

/** Finds issues by id or key, if visible to the caller. */
export interface IssueAccess extends Sight {
  /** @throws AppError NOT_FOUND, also for deleted ones */
  find(name: string, caller: Caller): Promise<IssueRow>;
  /** Finds a restorable issue. @throws AppError NOT_FOUND */
  findRemoved(name: string, caller: Caller): Promise<IssueRow>;
  /** As `find`, of one that the caller is about to change. @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose) */
  findToChange(name: string, caller: Caller): Promise<IssueRow>;
}

export function createIssueAccess(
  repository: Pick<IssueRepository, 'find' | 'findRemoved' | 'idOf'>,
  sight: Sight,
): IssueAccess {
  async function idOf(name: string): Promise<string | undefined> {
    const number = issueNumber(name);
    if (number !== undefined) return repository.idOf(number);
    return isId(name) ? name : undefined;
  }
  const search =
    (read: (id: string) => Promise<IssueRow | undefined>): IssueAccess['find'] =>
    async (name, { actor }) => {
      const id = await idOf(name);
      const row = id === undefined ? undefined : await read(id);
      if (!row || !sight.maySee(actor, row)) throw notFound('Issue');
      return row;
    };
  const find = search((id) => repository.find(id));
  return {
    ...sight,
    find,
    findRemoved: search((id) => repository.findRemoved(id)),
    async findToChange(name, caller) {
      const row = await find(name, caller);
      refuseOthersIssue(caller.actor, row);
      return row;
    },
  };
}
