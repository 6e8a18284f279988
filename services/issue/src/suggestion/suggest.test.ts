import { jest } from '@jest/globals';
import { EndpointFailure, type ChatEndpoint } from '@symbio/language-model';
import { createLogger } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { createSuggest } from './suggest.js';

const context = {
  log: createLogger({ name: 'test', level: 'silent' }),
  signal: new AbortController().signal,
} as CallContext;
const TYPED = 'The viewer is broken';

const endpointWith = (ask: () => Promise<unknown>) =>
  ({ ask: jest.fn(ask) }) as unknown as ChatEndpoint & {
    ask: jest.Mock;
  };

describe('suggesting an issue (ISSUE-24)', () => {
  it('uses the rules if no endpoint is configured', async () => {
    expect(await createSuggest(undefined)(TYPED, context)).toEqual({
      title: 'The viewer is broken',
      description: '## What happened\n\nThe viewer is broken',
      type: 'bug',
    });
  });

  it('uses the endpoint, which gets the text as untrusted data', async () => {
    const said = { title: 'Viewer broken', description: 'It is broken.', type: 'bug' };
    const endpoint = endpointWith(() => Promise.resolve(said));
    expect(await createSuggest(endpoint)(`  ${TYPED} `, context)).toEqual(said);
    expect(endpoint.ask).toHaveBeenCalledWith(expect.objectContaining({ material: { typed: TYPED } }), context.signal);
  });

  it('reports a failure of the endpoint, without its message (ISSUE-25)', async () => {
    const endpoint = endpointWith(() => Promise.reject(new EndpointFailure('refused', 'HTTP 500')));
    await expect(createSuggest(endpoint)(TYPED, context)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'No suggestion could be made. Please fill in the issue by hand.',
    });
  });

  it.each(['', 'too short', ' too  brf  '])('refuses %j (ISSUE-23, CONST-21)', async (typed) => {
    await expect(createSuggest(undefined)(typed, context)).rejects.toMatchObject({
      fields: { description: 'Please describe the issue in at least 10 characters' },
    });
  });
});
