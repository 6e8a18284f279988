import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
import { BatchUpdateIssuesRequest, type AddScreenshotRequest } from '@symbio/proto/issue';
import sharp from 'sharp';
import { issueRules, type IssueRules } from '../test/memory.js';

let rules: IssueRules;
let agent: CallContext;
let other: CallContext;
let theirs: string;
let own: string;
const report = async (by: CallContext): Promise<string> => {
  const fields = { title: 'Tiles are blurred', description: 'On page 3.' };
  return (await rules.issues.create({ id: '', fields }, by))._id;
};
beforeEach(async () => {
  rules = issueRules();
  const agentOf = () => contextOf({ ...rules.reporter.actor, via: 'api_key', name: 'Reader 1', agentId: newId() });
  [agent, other] = [agentOf(), agentOf()];
  [theirs, own] = [await report(rules.reporter), await report(agent)];
});

const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
const rename = (id: string, by: CallContext) => rules.issues.update({ id, fields: { title: 'Renamed' } }, by);

describe("an agent's key", () => {
  it('changes and deletes no issue that a person or another agent reported', async () => {
    for (const id of [theirs, await report(other)]) {
      await expect(rename(id, agent)).rejects.toMatchObject(refused);
      await expect(rules.issues.remove(id, agent)).rejects.toMatchObject(refused);
      const request = BatchUpdateIssuesRequest.fromPartial({ ids: [id], status: 'closed' });
      expect(await rules.issues.batch(request, agent)).toMatchObject([{ id, error: { code: 'agents_propose' } }]);
      await rules.issues.remove(id, rules.reporter);
      await expect(rules.issues.restore(id, agent)).rejects.toMatchObject(refused);
      await rules.issues.restore(id, rules.reporter);
      expect(await rename(id, rules.reporter)).toMatchObject({ title: 'Renamed' });
    }
  });

  it('changes, deletes and restores its own, unless a person deleted it', async () => {
    expect(await rename(own, agent)).toMatchObject({ title: 'Renamed' });
    await rules.issues.remove(own, agent);
    expect(await outcomeOf(rules.issues.restore(own, agent))).toBe('OK');
    await rules.issues.remove(own, rules.colleague);
    await expect(rules.issues.restore(own, agent)).rejects.toMatchObject(refused);
  });

  it('comments on every issue', async () => {
    const { comments } = rules;
    const { _id: id } = await comments.create({ id: '', issueId: theirs, content: 'Me too' }, agent);
    expect(await comments.update({ id, issueId: theirs, content: 'So do I' }, agent)).toMatchObject({ _id: id });
    expect(await outcomeOf(comments.update({ id, issueId: theirs, content: 'x' }, other))).toBe('PERMISSION_DENIED');
  });

  it('links only issues that it reported, and declares no other a duplicate', async () => {
    const { links } = rules.issues;
    const [mine, another] = [own, theirs];
    await expect(links.link({ issueId: another, type: 'blocks', otherId: mine }, agent)).rejects.toMatchObject(refused);
    const declared = { issueId: mine, type: 'duplicated_by', otherId: another };
    await expect(links.link(declared, agent)).rejects.toMatchObject(refused);
    expect(await outcomeOf(links.link(declared, rules.colleague))).toBe('OK');
    const blocked = { issueId: mine, type: 'blocked_by', otherId: another };
    expect(await outcomeOf(links.link(blocked, agent))).toBe('OK');
    expect(await outcomeOf(links.unlink(blocked, agent))).toBe('OK');
  });

  it('removes no link that a person made, also between its own issues', async () => {
    const { links } = rules.issues;
    const second = await report(agent);
    for (const otherId of [second, theirs])
      for (const type of ['blocks', 'blocked_by']) {
        const link = { issueId: own, type, otherId };
        await links.link(link, rules.colleague);
        await expect(links.unlink(link, agent)).rejects.toMatchObject(refused);
        expect((await links.unlink(link, rules.colleague)).links).toEqual([]);
      }
  });

  it('removes only screenshots that it added, also from its own issues', async () => {
    const file = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // eslint-disable-next-line @typescript-eslint/require-await -- the rule takes a stream of messages
    async function* upload(issueId: string) {
      const value = { id: '', issueId, fileName: 'screen.png' };
      yield { part: { $case: 'header', value } } satisfies AddScreenshotRequest;
      yield { part: { $case: 'chunk', value: file } } satisfies AddScreenshotRequest;
    }
    const add = async (issueId: string, by: CallContext): Promise<string> =>
      (await rules.screenshots.add(upload(issueId), by)).value.id;
    for (const issueId of [theirs, own])
      for (const by of [rules.colleague, other]) {
        const id = await add(issueId, by);
        await expect(rules.screenshots.remove(id, agent)).rejects.toMatchObject(refused);
        expect(await outcomeOf(rules.screenshots.remove(id, rules.reporter))).toBe('OK');
        expect(await outcomeOf(rules.screenshots.remove(await add(issueId, agent), agent))).toBe('OK');
      }
  });
});
