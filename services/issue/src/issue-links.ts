import {
  agentsPropose,
  allFound,
  conflict,
  invalidFields,
  isAgent,
  named,
  newId,
  notFound,
  type Actor,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueEvents, type IssueLink } from '@symbio/proto/issue';
import { issueKey } from '@symbio/proto/issue/key';
import { ISSUE_LINK_TYPES, type IssueLinkType } from '@symbio/proto/issue/vocabulary';
import { issueEvent } from './events.js';
import { appended, historyEntry } from './history.js';
import type { IssueDeps } from './issue-deps.js';
import { toLinkedIssue } from './mapping.js';
import { STORED_LINK_TYPES, type FieldChange, type IssueRow, type LinkValue } from './model.js';
import { refuseOthersIssue } from './policy.js';

const MAX_LINKS = 100;

type StoredType = LinkValue['type'];

const INVERSE: Readonly<Record<IssueLinkType, IssueLinkType>> = {
  duplicate_of: 'duplicated_by',
  duplicated_by: 'duplicate_of',
  blocks: 'blocked_by',
  blocked_by: 'blocks',
};

const isStored = (type: IssueLinkType): type is StoredType => (STORED_LINK_TYPES as readonly string[]).includes(type);

/** Link as shown in the history: `blocks SYM-12`. */
const linkText = (type: IssueLinkType, other: Pick<IssueRow, '_id' | 'number'>): string =>
  `${type.replaceAll('_', ' ')} ${issueKey(other.number) || other._id}`;

export interface LinkInput {
  issueId: string;
  type: string;
  otherId: string;
}

interface LinkEnds {
  from: IssueRow;
  type: StoredType;
  to: IssueRow;
}

/** Stored with one issue, shown with both. */
export function createIssueLinks({ repository, access, clock, self }: IssueDeps) {
  /** @throws AppError INVALID_ARGUMENT, NOT_FOUND */
  async function endsOf(input: LinkInput, caller: CallContext): Promise<{ named: IssueRow; ends: LinkEnds }> {
    const type = ISSUE_LINK_TYPES.find((each) => each === input.type);
    if (!type) throw invalidFields({ type: `Type must be one of ${ISSUE_LINK_TYPES.join(', ')}` });
    const lookUps = [
      named('Issue', 'issue_id', access.findToChange(input.issueId, caller)),
      named('Issue', 'other_id', access.find(input.otherId, caller)),
    ] as const;
    await allFound(lookUps);
    const [issue, other] = [await lookUps[0], await lookUps[1]];
    if (issue._id === other._id) throw invalidFields({ other_id: 'An issue cannot be linked to itself' });
    const inverse = INVERSE[type];
    if (isStored(type)) return { named: issue, ends: { from: issue, type, to: other } };
    if (isStored(inverse)) return { named: issue, ends: { from: other, type: inverse, to: issue } };
    throw new Error(`neither ${type} nor its inverse is stored`);
  }

  /** Whether an issue is a direct or indirect duplicate of another. */
  async function isDuplicateOf(id: string, other: string): Promise<boolean> {
    const seen = new Set<string>();
    const next = [id];
    for (let current = next.pop(); current !== undefined; current = next.pop()) {
      if (current === other) return true;
      if (seen.has(current)) continue;
      seen.add(current);
      const row = await repository.find(current);
      for (const { type, issueId } of row?.links ?? []) if (type === 'duplicate_of') next.push(issueId);
    }
    return false;
  }

  const cycleError = (): Error =>
    conflict(
      'duplicate_circle',
      'These issues would be duplicates of each other in a circle. Remove the other link first.',
    );

  /** Once per `entryId`. */
  async function recordInOther(
    { from, type, to }: LinkEnds,
    actor: Actor,
    entryId: string,
    isCreated: boolean,
  ): Promise<void> {
    const words = linkText(INVERSE[type], from);
    const entry = historyEntry(
      actor,
      clock,
      [{ field: 'links', ...(isCreated ? { to: words } : { from: words }) }],
      entryId,
    );
    await repository.change(
      to._id,
      actor,
      (row) => (row.history?.some(({ id }) => id === entryId) ? undefined : { history: appended(row, entry) }),
      (after) => [issueEvent(issueEvents.changed, after)],
    );
  }

  /** The entry of a link's creation has its id. @throws AppError PERMISSION_DENIED (agents_propose) */
  function refuseOthersLink(actor: Actor, { history = [] }: Pick<IssueRow, 'history'>, linkId: string): void {
    if (isAgent(actor) && history.find(({ id }) => id === linkId)?.authorId !== actor.agentId)
      throw agentsPropose('This link was made by someone else.', 'Add a comment instead.');
  }

  async function end({ from, type, to }: LinkEnds, actor: Actor): Promise<LinkValue | undefined> {
    let ended: LinkValue | undefined;
    await repository.change(
      from._id,
      actor,
      (row) => {
        ended = row.links.find((link) => link.type === type && link.issueId === to._id);
        if (!ended) return undefined;
        const { id } = ended;
        refuseOthersLink(actor, row, id);
        const changes: FieldChange[] = [{ field: 'links', from: linkText(type, to) }];
        return {
          links: row.links.filter((link) => link.id !== id),
          history: appended(row, historyEntry(actor, clock, changes)),
        };
      },
      (after) => [issueEvent(issueEvents.changed, after)],
    );
    return ended;
  }

  return {
    /**
     * Links two issues; an existing link stays. Returns the named issue.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose), INVALID_ARGUMENT for a self link, FAILED_PRECONDITION for a cycle of duplicates
     */
    async link(input: LinkInput, caller: CallContext): Promise<IssueRow> {
      const { named, ends } = await endsOf(input, caller);
      const { from, type, to } = ends;
      const { actor } = caller;
      // which issue is a duplicate is a statement about that issue, whichever of the two is named
      if (type === 'duplicate_of') refuseOthersIssue(actor, from);
      const closesCycle = (): Promise<boolean> =>
        type === 'duplicate_of' ? isDuplicateOf(to._id, from._id) : Promise.resolve(false);
      if (await closesCycle()) throw cycleError();
      const made: LinkValue = { id: newId(), type, issueId: to._id };
      const row = await repository.change(
        from._id,
        actor,
        (current) => {
          if (current.links.some((link) => link.type === type && link.issueId === to._id)) return undefined;
          if (current.links.length >= MAX_LINKS)
            throw conflict('too_many_links', `An issue can have at most ${MAX_LINKS} links. Remove one first.`);
          const changes: FieldChange[] = [{ field: 'links', to: linkText(type, to) }];
          return {
            links: [...current.links, made],
            history: appended(current, historyEntry(actor, clock, changes, made.id)),
          };
        },
        (after) => [issueEvent(issueEvents.changed, after)],
      );
      const link = row?.links.find((each) => each.type === type && each.issueId === to._id);
      if (!link) throw notFound('Issue');
      // check after writing: of two concurrent links that close a cycle, the later check sees both
      if (await closesCycle()) {
        await end(ends, actor);
        throw cycleError();
      }
      await recordInOther(ends, actor, link.id, true);
      return access.find(named._id, caller);
    },

    /** Removes a link; idempotent. @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose), INVALID_ARGUMENT */
    async unlink(input: LinkInput, caller: CallContext): Promise<IssueRow> {
      const { named, ends } = await endsOf(input, caller);
      const ended = await end(ends, caller.actor);
      if (ended) await recordInOther(ends, caller.actor, newId(), false);
      return access.find(named._id, caller);
    },

    /** To issues visible to the caller. */
    async shown(row: IssueRow, actor: Actor): Promise<IssueLink[]> {
      const [named, linking] = await Promise.all([
        repository.named(row.links.map(({ issueId }) => issueId)),
        repository.linkingTo(row._id),
      ]);
      const byId = new Map(named.map((each) => [each._id, each]));
      const own = row.links.map(({ type, issueId }) => ({ type, issue: byId.get(issueId) }));
      const others = linking
        .filter(({ purgeAt }) => !purgeAt)
        .flatMap((issue) =>
          issue.links.filter(({ issueId }) => issueId === row._id).map(({ type }) => ({ type: INVERSE[type], issue })),
        );
      return [...own, ...others].flatMap(({ type, issue }) =>
        issue && access.maySee(actor, issue) ? [{ type, issue: toLinkedIssue(issue) }] : [],
      );
    },

    async removeAllTo(id: string): Promise<void> {
      for (const { _id } of await repository.linkingTo(id))
        await repository.change(
          _id,
          self,
          ({ links }) => ({ links: links.filter(({ issueId }) => issueId !== id) }),
          (after) => [issueEvent(issueEvents.changed, after)],
          { keepUpdatedAt: true },
        );
    },
  };
}
