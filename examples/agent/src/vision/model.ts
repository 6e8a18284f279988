import { appendFileSync } from 'node:fs';
import { retrying, wait, type RetryOptions } from '@symbio/client';
import { z } from 'zod';
import type { VisionConfig } from './config.js';

export interface Picture {
  bytes: Buffer;
  contentType: string;
}

export interface ModelAnswer {
  content: string;
  /** Undefined if the endpoint does not report it. */
  usage: { input: number; output: number } | undefined;
}

/** Recorded answer to the question about one part of a page. */
export interface Recorded {
  part: string;
  content: string;
  usage?: { input: number; output: number } | undefined;
}

/** A vision model behind an OpenAI-compatible endpoint. */
export interface VisionModel {
  /**
   * @param part names the part of the page; starts the text beside the picture
   * @throws Error for a refusal, after retries of 429 and 503
   */
  ask(question: { task: string; part: string; picture: Picture; jsonSchema: object }, ms: number): Promise<ModelAnswer>;
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

const RETRIES: RetryOptions = { attempts: 5, maxWait: 60_000, wait };
/** Most bytes of an answer; expected ones have a few thousand. */
const MAX_ANSWER = 1024 * 1024;

type ModelSettings = Pick<
  VisionConfig,
  'model_key' | 'model' | 'answer_format' | 'answer_tokens' | 'answer_seconds' | 'record'
>;

/** @param baseUrl address before /chat/completions; redirects to others are refused */
export function createVisionModel(
  baseUrl: string,
  settings: ModelSettings,
  retries: Partial<RetryOptions> = {},
): VisionModel {
  const { model_key: key, model, answer_format: format, answer_tokens, answer_seconds, record } = settings;
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const send = retrying((request) => fetch(request, { redirect: 'error' }), { ...RETRIES, ...retries });
  const formatOf = (schema: object): object => {
    if (format === 'text') return {};
    const json_schema = { name: 'findings', strict: true, schema };
    return { response_format: format === 'json_object' ? { type: format } : { type: format, json_schema } };
  };

  return {
    async ask({ task, part, picture, jsonSchema }, ms) {
      const data = `data:${picture.contentType};base64,${picture.bytes.toString('base64')}`;
      const hint = format === 'json_schema' ? '' : `\nSchema: ${JSON.stringify(jsonSchema)}`;
      const body = {
        model,
        temperature: 0,
        max_tokens: answer_tokens,
        messages: [
          { role: 'system', content: task + hint },
          {
            role: 'user',
            content: [
              { type: 'text', text: part },
              { type: 'image_url', image_url: { url: data } },
            ],
          },
        ],
        ...formatOf(jsonSchema),
      };
      const response = await send(
        new Request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(Math.min(ms, answer_seconds * 1_000)),
        }),
      );
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`The model answered HTTP ${response.status}. Run the agent again to continue.`);
      }
      const answer = completion.safeParse(JSON.parse(await limited(response)));
      if (!answer.success) throw new Error('The endpoint sent no chat completion: check model_url.');
      const { choices, usage } = answer.data;
      const content = choices[0]?.message.content ?? '';
      const used = usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : undefined;
      if (record !== undefined) {
        const line: Recorded = { part, content, ...(used && { usage: used }) };
        appendFileSync(record, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      }
      return { content, usage: used };
    },
  };
}

async function limited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error(`The model sent more than ${MAX_ANSWER} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
