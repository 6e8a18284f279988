/** Asks a language model behind an OpenAI-compatible endpoint for one answer that keeps to a schema. */
import { z } from 'zod';

export interface ChatEndpointSettings {
  /** Address before /chat/completions, for example http://127.0.0.1:11434/v1. */
  baseUrl: string;
  model: string;
  /** Sent as a bearer token; empty: none is sent. */
  apiKey: string;
  /** Milliseconds for the whole answer. */
  limitMs: number;
}

/** Why an endpoint gave no answer. */
export type EndpointFailureReason = 'timeout' | 'unreachable' | 'refused' | 'garbage';

/** Carries nothing of what was sent and nothing of the answer: it is logged. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure';
  constructor(
    readonly reason: EndpointFailureReason,
    message: string,
  ) {
    super(message);
  }
}

/** One thing to be answered. */
export interface Question<Answer> {
  /** What the answer is called, one word. */
  name: string;
  /** What is to be done, in the words of this program. */
  task: string;
  /** What it is to be done with: sent as JSON, apart from the task, as it may hold other people's words. */
  material: unknown;
  /** The answer's shape as the endpoint is told it: an object without further properties, all of them required. */
  jsonSchema: object;
  /** The answer's shape as it is checked here. */
  answer: z.ZodType<Answer>;
}

export interface ChatEndpoint {
  /**
   * @param signal the caller's own end
   * @throws EndpointFailure for anything but an answer that keeps to the schema
   */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answer>;
}

/** Bytes of an answer that are read: what is asked for here has some thousand at most. */
const MAX_ANSWER = 64 * 1024;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** A client of the endpoint: one request a question, never repeated. */
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

/** Also the caller's own time may have run out; a DOMException of another realm is no Error of ours. */
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
    // what is sent goes to the configured address and to no other
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
  // some models wrap what they were asked for in a code fence
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
