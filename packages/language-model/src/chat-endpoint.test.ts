import { jest } from '@jest/globals';
import { z } from 'zod';
import { createChatEndpoint, type Question } from './chat-endpoint.js';
import { completion, endpointFailure as failure, startChatServer, type ChatServer } from './testing/chat-server.js';

const question: Question<{ colour: string }> = {
  name: 'colour',
  task: 'Name the colour.',
  material: { text: 'SECRET WORDS' },
  jsonSchema: { type: 'object', required: ['colour'], properties: { colour: { type: 'string' } } },
  answer: z.strictObject({ colour: z.enum(['red', 'blue']) }),
};
let chat: ChatServer;
// one server per test: an aborted request may arrive after its test has ended
beforeEach(async () => {
  chat = await startChatServer();
});
afterEach(() => chat.close());

/** Longer than the test timeout. */
const LONG_MS = 120_000;

const endpoint = (limitMs = LONG_MS) =>
  createChatEndpoint({ baseUrl: chat.baseUrl, model: 'm', apiKey: 'key', limitMs });
describe('an OpenAI-compatible endpoint', () => {
  it('gets one request, with the task separate from the material, and its answer is validated', async () => {
    chat.answer = (response) => response.end(completion('{"colour":"red"}'));
    expect(await endpoint().ask(question)).toEqual({ colour: 'red' });
    expect(chat.asked).toEqual([
      {
        url: '/v1/chat/completions',
        authorization: 'Bearer key',
        body: {
          model: 'm',
          temperature: 0,
          messages: [
            { role: 'system', content: 'Name the colour.' },
            { role: 'user', content: '{"text":"SECRET WORDS"}' },
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'colour', strict: true, schema: question.jsonSchema },
          },
        },
      },
    ]);
  });

  it('may wrap its answer in a code fence', async () => {
    chat.answer = (response) => response.end(completion('```json\n{"colour":"blue"}\n```'));
    expect(await endpoint().ask(question)).toEqual({ colour: 'blue' });
  });

  it.each([
    ['no JSON', 'certainly! here is'],
    ['no completion', '{"choices":[]}'],
    ['prose in the completion', completion('It is certainly red.')],
    ['an answer outside the schema', completion('{"colour":"certainly"}')],
    ['an answer without end', 'x'.repeat(100_000)],
  ])('fails as garbage with %s, and quotes neither the answer nor the material', async (_, body) => {
    chat.answer = (response) => response.end(body);
    const error = await failure(endpoint().ask(question));
    expect(error.reason).toBe('garbage');
    expect(error.message).not.toMatch(/SECRET|certainly/);
  });

  it.each([500, 401, 429])('fails as refused with status %d', async (status) => {
    chat.answer = (response) => {
      response.statusCode = status;
      response.end('SECRET WORDS');
    };
    expect(await failure(endpoint().ask(question))).toMatchObject({ reason: 'refused', message: `HTTP ${status}` });
  });

  it('times out when it sends no answer', async () => {
    chat.answer = () => undefined;
    expect(await failure(endpoint(50).ask(question))).toMatchObject({ reason: 'timeout' });
  });

  it('times out when it stops in the middle of an answer', async () => {
    chat.answer = (response) => response.write('{"choices":');
    const fetched = jest.spyOn(globalThis, 'fetch');
    const time = new AbortController();
    const failed = failure(endpoint().ask(question, time.signal));
    // the response has started
    await fetched.mock.results[0]?.value;
    fetched.mockRestore();
    time.abort(new DOMException('over', 'TimeoutError'));
    expect(await failed).toMatchObject({ reason: 'timeout' });
  });

  it('times out at the deadline of the caller', async () => {
    chat.answer = () => undefined;
    expect(await failure(endpoint().ask(question, AbortSignal.timeout(20)))).toMatchObject({ reason: 'timeout' });
  });

  it('fails as unreachable without a listener, and follows no redirect', async () => {
    const nobody = createChatEndpoint({ baseUrl: 'http://127.0.0.1:1', model: 'm', apiKey: '', limitMs: LONG_MS });
    expect(await failure(nobody.ask(question))).toMatchObject({ reason: 'unreachable' });
    chat.answer = (response) => response.writeHead(307, { location: `${chat.baseUrl}/elsewhere` }).end();
    expect(await failure(endpoint().ask(question))).toMatchObject({ reason: 'unreachable' });
    expect(chat.asked).toHaveLength(1);
  });
});
