import { newId, type AppError } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf, person } from '@symbio/runtime/testing';
import { AGENT, OTHER_AGENT, PROJECT, annotationRules, type AnnotationRules } from '../test/memory.js';

let rules: AnnotationRules;
let page: ReturnType<AnnotationRules['page']>;
beforeEach(() => {
  rules = annotationRules();
  page = rules.page();
});

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: AppError) => error.reason,
  );
const make = (by: CallContext, over: { authorId?: string; runId?: string } = {}) =>
  rules.annotations.create(by, {
    ...{ id: newId(), documentId: page.documentId, documentPageId: page.id, content: 'Tank', runId: '' },
    shape: { kind: 'ellipse', centerX: 50, centerY: 50, radiusX: 5, radiusY: 5, theta: 0 },
    authorId: undefined,
    ...over,
  });
const update = (by: CallContext, id: string) =>
  rules.annotations.update(by, { id, content: 'Changed', shape: undefined, expectedUpdatedAt: undefined });
const run = (authorId: string | undefined, by = rules.editor) =>
  rules.runs.create(by, { id: newId(), projectId: PROJECT, name: 'Tanks', metadata: undefined, authorId });

describe("An agent's key", () => {
  it('changes, deletes and restores nothing that a person or another agent made, also not on trial', async () => {
    const theirs = await make(rules.editor);
    const others = await make(rules.editor, { authorId: OTHER_AGENT });
    const agents = rules.apiKey;
    expect(await reasonOf(update(agents, theirs._id))).toBe('agents_propose');
    expect(await reasonOf(rules.annotations.delete(agents, theirs._id))).toBe('agents_propose');
    expect(await reasonOf(rules.annotations.delete(agents, theirs._id, { dryRun: true }))).toBe('agents_propose');
    await rules.annotations.delete(rules.editor, theirs._id);
    expect(await reasonOf(rules.annotations.restore(agents, theirs._id))).toBe('agents_propose');
    expect(await reasonOf(update(agents, others._id))).toBe('another_agent');
    expect(await reasonOf(rules.annotations.delete(agents, others._id))).toBe('another_agent');
  });

  it('changes, deletes and restores its own, but does not bring back what a person deleted', async () => {
    const own = await make(rules.apiKey);
    const agents = rules.apiKey;
    expect(await update(agents, own._id)).toMatchObject({ content: 'Changed', viaKey: undefined });
    await rules.annotations.delete(agents, own._id);
    expect(await outcomeOf(rules.annotations.restore(agents, own._id))).toBe('OK');
    const manager = contextOf({ ...rules.editor.actor, permissions: ['canManageAgents'] });
    await rules.annotations.delete(manager, own._id);
    expect(await reasonOf(rules.annotations.restore(agents, own._id))).toBe('agents_propose');
  });

  it('writes into, finishes and undoes no run of another agent or a person', async () => {
    for (const [authorId, reason] of [
      [OTHER_AGENT, 'another_agent'],
      [undefined, 'agents_propose'],
    ] as const) {
      const { row } = await run(authorId);
      expect(await reasonOf(make(rules.apiKey, { runId: row._id }))).toBe(reason);
      expect(await reasonOf(rules.runs.finish(rules.apiKey, row._id))).toBe(reason);
      expect(await reasonOf(rules.runActions.undo(rules.apiKey, row._id))).toBe(reason);
    }
  });

  it('undoes its own run unless a person wrote in it', async () => {
    const { row } = await run(AGENT, rules.apiKey);
    const manager = contextOf({ ...rules.editor.actor, permissions: ['canManageAgents'] });
    await make(manager, { runId: row._id });
    expect(await reasonOf(rules.runActions.undo(rules.apiKey, row._id))).toBe('agents_propose');
    const own = await run(AGENT, rules.apiKey);
    await make(rules.apiKey, { runId: own.row._id });
    expect(await rules.runActions.undo(rules.apiKey, own.row._id)).toMatchObject({ deleted: 1 });
  });
});

it("what a key writes in a person's name is marked, until the person changes it", async () => {
  const key = contextOf(person({ ...rules.editor.actor, via: 'api_key', keyId: 'key 1' }));
  const made = await make(key);
  expect(made).toMatchObject({ authorType: 'human', viaKey: 'key 1' });
  expect(await update(rules.editor, made._id)).toMatchObject({ viaKey: undefined });
  const theirs = await make(rules.editor);
  expect(theirs.viaKey).toBeUndefined();
  expect(await update(key, theirs._id)).toMatchObject({ viaKey: 'key 1' });
});
