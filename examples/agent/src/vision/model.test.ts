import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createVisionModel, type VisionModel } from './model.js';
import { readRecording, startRecordedModel } from './recorded-model.js';

const QUESTION = {
  task: 'Look.',
  part: 'Part 0,0,10,10 of page 1',
  picture: { bytes: Buffer.from('picture'), contentType: 'image/png' },
  jsonSchema: { type: 'object' },
};
const SETTINGS = {
  model: 'm',
  model_key: 'secret',
  answer_format: 'json_schema',
  answer_tokens: 100,
  answer_seconds: 60,
  record: undefined,
} as const;
const ANSWER = {
  choices: [{ message: { content: '{"findings":[]}' } }],
  usage: { prompt_tokens: 900, completion_tokens: 7 },
};
const PATIENCE_MS = 60_000;
const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Endpoint whose answers are handled in order, the last one again. */
async function endpoint(...answers: ((response: ServerResponse) => unknown)[]) {
  const asked: { headers: IncomingHttpHeaders; url: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ headers: request.headers, url: request.url, body });
      answers[Math.min(asked.length, answers.length) - 1]?.(response);
    });
  }).listen(0, '127.0.0.1');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const answered = (response: ServerResponse): void => void response.end(JSON.stringify(ANSWER));
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end('{}');

describe('a vision model', () => {
  it('gets the picture, the part and the schema, and reports its tokens', async () => {
    const { baseUrl, asked } = await endpoint(answered);
    expect(await createVisionModel(baseUrl, SETTINGS).ask(QUESTION, PATIENCE_MS)).toEqual({
      content: '{"findings":[]}',
      usage: { input: 900, output: 7 },
    });
    expect(asked).toHaveLength(1);
    expect([asked[0]?.url, asked[0]?.headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer secret']);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      model: 'm',
      temperature: 0,
      max_tokens: 100,
      messages: [
        { role: 'system', content: 'Look.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION.part },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } },
          ],
        },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'findings', strict: true, schema: QUESTION.jsonSchema },
      },
    });
  });

  it('without schemas gets the schema in the instructions', async () => {
    const { baseUrl, asked } = await endpoint(answered);
    await createVisionModel(baseUrl, { ...SETTINGS, answer_format: 'text' }).ask(QUESTION, PATIENCE_MS);
    expect(asked[0]?.body).toContain(String.raw`Look.\nSchema: {\"type\":\"object\"}`);
    expect(asked[0]?.body).not.toContain('response_format');
  });

  it('is asked again when it says so after 429', async () => {
    const { baseUrl, asked } = await endpoint(refused(429, { 'retry-after': '7' }), answered);
    const pauses: number[] = [];
    const wait = (ms: number): Promise<void> => Promise.resolve(void pauses.push(ms));
    await createVisionModel(baseUrl, SETTINGS, { wait }).ask(QUESTION, PATIENCE_MS);
    expect([asked.length, pauses]).toEqual([2, [7_000]]);
  });

  const failing = (model: VisionModel): Promise<unknown> => model.ask(QUESTION, PATIENCE_MS);

  it('stops the run with a refusal, without quoting it', async () => {
    const { baseUrl } = await endpoint(refused(401));
    await expect(failing(createVisionModel(baseUrl, SETTINGS))).rejects.toThrow(/^The model answered HTTP 401\./);
  });

  it('stops the run with an answer that is no completion', async () => {
    const { baseUrl } = await endpoint((response) => response.end('{}'));
    await expect(failing(createVisionModel(baseUrl, SETTINGS))).rejects.toThrow('no chat completion');
  });

  it('never sends picture or key to a host that it redirects to', async () => {
    const elsewhere = await endpoint(answered);
    const { baseUrl } = await endpoint(refused(307, { location: `${elsewhere.baseUrl}/chat/completions` }));
    await expect(failing(createVisionModel(baseUrl, SETTINGS))).rejects.toThrow();
    expect(elsewhere.asked).toEqual([]);
  });

  it('can be recorded and replayed', async () => {
    const { baseUrl } = await endpoint(answered);
    const record = path.join(mkdtempSync(path.join(os.tmpdir(), 'vision-')), 'answers.jsonl');
    await createVisionModel(baseUrl, { ...SETTINGS, record }).ask(QUESTION, PATIENCE_MS);
    const recorded = await startRecordedModel(readRecording(record));
    stops.push(() => recorded.close());
    const model = createVisionModel(recorded.baseUrl, SETTINGS);
    expect(await model.ask(QUESTION, PATIENCE_MS)).toEqual({
      content: '{"findings":[]}',
      usage: { input: 900, output: 7 },
    });
    await expect(model.ask({ ...QUESTION, part: 'another' }, PATIENCE_MS)).rejects.toThrow('HTTP 404');
    expect(recorded.asked).toEqual([QUESTION.part, 'another']);
  });
});
