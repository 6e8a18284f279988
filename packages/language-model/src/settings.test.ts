import { z } from 'zod';
import { chatEndpointOf, modelIsNamed, modelSettings } from './settings.js';

const model = z.object(modelSettings({ usual: 5, most: 8 })).refine(...modelIsNamed);
const problems = (schema: z.ZodType, env: object) =>
  schema.safeParse(env).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('settings of a language model', () => {
  it('are undefined by default', () => expect(chatEndpointOf(model.parse({}))).toBeUndefined());

  it('create a client with the default limit', () =>
    expect(chatEndpointOf(model.parse({ AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'm' }))).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'm',
      apiKey: '',
      limitMs: 5_000,
    }));

  it('are refused without a model name, with another protocol, and with a limit that is too long', () => {
    expect(problems(model, { AI_BASE_URL: 'https://models.example.com/v1' })).toEqual([
      'AI_MODEL must be set together with AI_BASE_URL',
    ]);
    expect(problems(model, { AI_BASE_URL: 'file:///etc/passwd', AI_MODEL: 'm' })).toHaveLength(1);
    expect(problems(model, { AI_LIMIT_SECONDS: '9' })).toHaveLength(1);
  });
});
