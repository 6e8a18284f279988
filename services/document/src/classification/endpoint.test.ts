import {
  completion,
  endpointFailure as failure,
  startChatServer,
  type ChatServer,
} from '@symbio/language-model/testing';
import type { ClassifierInput } from '@symbio/page-engine/classification';
import { createClassifierEndpoint } from './endpoint.js';

const input: ClassifierInput = {
  fileName: 'scan0042.pdf',
  pages: [
    { short: 21, long: 25, pictureShare: 1, appearance: 'coloured drawing', text: 'SECRET WORDS '.repeat(1_000) },
  ],
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
let chat: ChatServer;
// one per test: an abandoned request may arrive after its test has ended
beforeEach(async () => {
  chat = await startChatServer();
});
afterEach(() => chat.close());

const LONG_MS = 120_000;

const endpoint = () => createClassifierEndpoint({ baseUrl: chat.baseUrl, model: 'm', apiKey: 'key', limitMs: LONG_MS });
describe('an OpenAI-compatible endpoint (OP-18, DATA-27)', () => {
  it('gets one request with model, key and schema, and its suggestion is used', async () => {
    chat.answer = (response) => response.end(completion(JSON.stringify(good)));
    expect(await endpoint().ask(input)).toEqual({
      suggestedCategory: 'sanborn_maps',
      confidence: 0.91,
      reasoning: 'A coloured sheet of 21 x 25 in.',
      alternatives: [
        { category: 'topographic_maps', confidence: 0.05 },
        { category: 'site_survey', confidence: 0.02 },
      ],
    });
    expect(chat.asked).toHaveLength(1);
    expect(chat.asked[0]).toMatchObject({
      url: '/v1/chat/completions',
      authorization: 'Bearer key',
      body: { model: 'm', response_format: { type: 'json_schema' } },
    });
    expect(JSON.stringify(chat.asked[0]?.body).length).toBeLessThan(12_000);
  });

  it('may wrap its response in a code fence and omit the alternatives', async () => {
    const plain = { category: good.category, confidence: good.confidence, reasoning: good.reasoning };
    chat.answer = (response) => response.end(completion(`\`\`\`json\n${JSON.stringify(plain)}\n\`\`\``));
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
    chat.answer = (response) => response.end(body);
    const error = await failure(endpoint().ask(input));
    expect(error.reason).toBe('garbage');
    expect(error.message).not.toMatch(/SECRET|Sanborn/);
  });
});
