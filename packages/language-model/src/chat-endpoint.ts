/** Client of an OpenAI-compatible endpoint for single answers that match a schema. */
import { z } from 'zod';

export interface ChatEndpointSettings {
  /** URL before /chat/completions, for example http://127.0.0.1:11434/v1. */
  baseUrl: string;
  model: string;
  /** Bearer token; empty: none. */
  apiKey: string;
  /** Timeout of the whole answer in milliseconds. */
  limitMs: number;
}

/** Why the endpoint gave no answer. */
export type EndpointFailureReason = 'timeout' | 'unreachable' | 'refused' | 'garbage';

/** Contains nothing of request or answer, because it is logged. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
  constructor(
    readonly reason: EndpointFailureReason,
    message: string,
  ) {
    super(message);
  }
}

export interface Question<Answer> {
  name: string;
  /** Task in trusted wording. */
  task: string;
  /** Input as JSON, separate from the task because it may contain untrusted text. */
  material: unknown;
  /** Answer schema sent to the endpoint: all properties required, no additional ones. */
  jsonSchema: object;
  /** Schema for validation. */
  answer: z.ZodType<Answer>;
}

export interface ChatEndpoint {
  /**
   * @param signal aborts the request
   * @throws EndpointFailure for anything but a valid answer
   */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer>;
}

/** Maximum bytes read of an answer; expected answers have a few thousand. */
const MAX_ANSWER = 64 * 1024;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Creates a client that sends one request per question and never retries. */
export function createChatEndpoint({ baseUrl, model, apiKey, limitMs }: ChatEndpointSettings): ChatEndpoint {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    async ask(question, signal) {
      const limit = AbortSignal.timeout(limitMs);
      const ends = signal ? AbortSignal.any([signal, limit]) : limit;
      const body = await post(url, apiKey, request(model, question), ends).catch((error: unknown) => {
        if (error instanceof EndpointFailure) throw error;
        if (limit.aborted || isTimeout(signal?.reason))
          throw new EndpointFailure('timeout', `no answer within ${limitMs} ms`);
        throw new EndpointFailure('unreachable', error instanceof Error ? error.name : 'the request failed');
      });
      return answerOf(body, question.answer);
    },
  };
}

/** Includes the caller's timeout; a DOMException of another realm fails `instanceof`. */
const isTimeout = (reason: unknown): boolean =>
  typeof reason === 'object' && reason !== null && 'name' in reason && reason.name === 'TimeoutError';

function request(model: string, { name, task, material, jsonSchema }: Question<unknown>): string {
  return JSON.stringify({
    model,
    temperature: 0,
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: JSON.stringify(material) },
    ],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: jsonSchema } },
  });
}

async function post(url: string, apiKey: string, body: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body,
    signal,
    // data goes only to the configured URL
    redirect: 'error',
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new EndpointFailure('refused', `HTTP ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_ANSWER) throw new EndpointFailure('garbage', `an answer of more than ${MAX_ANSWER} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answerOf<Answer>(body: string, schema: z.ZodType<Answer>): Answer {
  const completion = completionSchema.safeParse(parsed(body));
  const content = completion.data?.choices[0]?.message.content;
  if (content === undefined) throw new EndpointFailure('garbage', 'no completion in the answer');
  // some models wrap the answer in a code fence
  const answer = schema.safeParse(parsed(content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')));
  if (answer.success) return answer.data;
  const fields = answer.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ');
  throw new EndpointFailure('garbage', `the answer does not keep to the schema: ${fields}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
