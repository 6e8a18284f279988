import { conflict, createLogger, notFound } from '@symbio/runtime';
import { Page } from '@symbio/proto/document';
import type { SpotRow } from './model.js';
import { createProposer, type Proposal, type ProposerDeps } from './proposer.js';

const row = { _id: 'spot', annotationId: 'a', mentionId: 'm', landUse: 'gas_holder_site' } as SpotRow;
const proposal: Proposal = {
  shape: { $case: 'rectangle', value: { x: 1, y: 1, width: 10, height: 10 } },
  ...{ content: 'GAS HOLDER', narrative: 'It says so.', confidence: 5, isDated: true },
};

/** Whether a spot is marked done after these responses to its annotation and mention. */
async function isFinished(annotation: Promise<object>, mention: Promise<object> = Promise.resolve({})) {
  const finished: string[] = [];
  const deps = {
    spots: { finish: (id: string) => Promise.resolve(void finished.push(id)) },
    identity: { createAgentAuthor: () => Promise.resolve({ author: { id: 'agent' } }) },
    annotations: { createAnnotation: () => annotation },
    mentions: { createMention: () => mention },
    log: createLogger({ name: 'test', level: 'silent' }),
  } as unknown as ProposerDeps;
  await createProposer(deps).propose(row, proposal, Page.fromPartial({ id: 'p' }), { token: '', requestId: '' });
  return finished.length > 0;
}

describe('a spot', () => {
  it('is done with once both are made', async () => {
    expect(await isFinished(Promise.resolve({}))).toBe(true);
  });

  it('stays unfinished if its page is deleted, and is completed when that is restored', async () => {
    expect(await isFinished(Promise.reject(notFound('Page')))).toBe(false);
    const gone = Promise.reject(notFound('Annotation'));
    expect(await isFinished(Promise.resolve({}), gone)).toBe(false);
  });

  const taken = () => Promise.reject(conflict('id_taken', 'An annotation with this id exists already.'));

  it('is finished if a person deleted its annotation', async () => {
    expect(await isFinished(taken(), Promise.reject(notFound('Annotation')))).toBe(true);
  });

  it('whose annotation was made of what the page was read as before gets the mention that is missing', async () => {
    let mentioned = 0;
    const mention = { then: (done: (answer: object) => void) => (mentioned++, done({})) } as Promise<object>;
    expect(await isFinished(taken(), mention)).toBe(true);
    expect(mentioned).toBe(1);
  });
});
