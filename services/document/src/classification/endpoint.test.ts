import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EndpointFailure } from '@symbio/kit';
import type { ClassifierInput } from '@symbio/page-engine/classification';
import { createClassifierEndpoint } from './endpoint.js';

const input: ClassifierInput = {
  fileName: 'scan0042.pdf',
  pages: [{ short: 21, long: 25, pictureShare: 1, look: 'coloured drawing', text: 'SECRET WORDS '.repeat(1_000) }],
};
const good = {
  category: 'sanborn_maps',
  confidence: 0.914,
  reasoning: 'A coloured sheet of 21 x 25 in.',
  alternatives: [
    { category: 'site_survey', confidence: 0.02 },
    { category: 'topographic_maps', confidence: 0.05 },
    { category: 'sanborn_maps', confidence: 0.9 },
  ],
};
const completion = (content: string): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });

interface Asked {
  url: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** A local endpoint that answers as a test says. */
let answer: (response: ServerResponse) => void;
let asked: Asked[];
let server: Server;
let baseUrl: string;

async function hear(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { url, headers } = request;
  return { url, authorization: headers.authorization, body: JSON.parse(text) as Record<string, unknown> };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void hear(request).then((heard) => {
      asked.push(heard);
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = [];
});

const endpoint = (limitMs = 2_000) => createClassifierEndpoint({ baseUrl, model: 'm', apiKey: 'key', limitMs });
const failure = async (run: Promise<unknown>): Promise<EndpointFailure> => {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EndpointFailure)) throw new Error('expected the endpoint to fail');
  return error;
};

describe('an OpenAI-compatible endpoint (OP-18, DATA-27)', () => {
  it('is asked once with the model, the key and a schema, and its suggestion is taken', async () => {
    answer = (response) => response.end(completion(JSON.stringify(good)));
    expect(await endpoint().ask(input)).toEqual({
      suggestedCategory: 'sanborn_maps',
      confidence: 0.91,
      reasoning: 'A coloured sheet of 21 x 25 in.',
      alternatives: [
        { category: 'topographic_maps', confidence: 0.05 },
        { category: 'site_survey', confidence: 0.02 },
      ],
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      url: '/v1/chat/completions',
      authorization: 'Bearer key',
      body: { model: 'm', response_format: { type: 'json_schema' } },
    });
    // a bounded part of the text goes out, not all of it
    expect(JSON.stringify(asked[0]?.body).length).toBeLessThan(12_000);
  });

  it('may wrap its answer in a code fence and leave the alternatives out', async () => {
    const plain = { category: good.category, confidence: good.confidence, reasoning: good.reasoning };
    answer = (response) => response.end(completion(`\`\`\`json\n${JSON.stringify(plain)}\n\`\`\``));
    expect(await endpoint().ask(input)).toMatchObject({ suggestedCategory: 'sanborn_maps', alternatives: [] });
  });

  it.each([
    ['prose in the completion', completion('It is a Sanborn map.')],
    ['an unknown category', completion(JSON.stringify({ ...good, category: 'sanborn' }))],
    [
      'an unknown alternative',
      completion(JSON.stringify({ ...good, alternatives: [{ category: 'x', confidence: 0 }] })),
    ],
    ['a confidence beyond 1', completion(JSON.stringify({ ...good, confidence: 91 }))],
    ['no reasoning', completion(JSON.stringify({ ...good, reasoning: ' ' }))],
  ])('fails as garbage with %s, without a word of the answer or the document', async (_, body) => {
    answer = (response) => response.end(body);
    const error = await failure(endpoint().ask(input));
    expect(error.reason).toBe('garbage');
    expect(error.message).not.toMatch(/SECRET|Sanborn/);
  });
});
