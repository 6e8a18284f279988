import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Recorded } from './model.js';

const recorded = z.strictObject({
  part: z.string(),
  content: z.string(),
  usage: z.strictObject({ input: z.number(), output: z.number() }).optional(),
});
const question = z.object({
  messages: z.array(
    z.object({
      content: z.union([
        z.string(),
        z.array(z.union([z.object({ text: z.string() }), z.object({ type: z.string() })])),
      ]),
    }),
  ),
});

/** Part of a page that a request asks about. */
function partOf(body: string): string {
  const { messages } = question.parse(JSON.parse(body));
  const texts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return texts.flatMap((item) => ('text' in item ? item.text : []))[0] ?? '';
}

export interface RecordedModel {
  baseUrl: string;
  /** Parts asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Answers of a file that `record` wrote. */
export const readRecording = (file: string): Recorded[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recorded.parse(JSON.parse(line)));

/**
 * Serves recorded answers on this machine as an OpenAI-compatible endpoint; several for a part in their order, the last
 * one again. Unrecorded parts are refused with 404.
 */
export async function startRecordedModel(answers: readonly Recorded[]): Promise<RecordedModel> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const part = partOf(body);
      const turns = answers.filter((one) => one.part === part);
      const turn = turns[Math.min(asked.filter((one) => one === part).length, turns.length - 1)];
      asked.push(part);
      response.setHeader('content-type', 'application/json');
      if (!turn) return void response.writeHead(404).end(JSON.stringify({ error: { message: 'not recorded' } }));
      const usage = turn.usage && { prompt_tokens: turn.usage.input, completion_tokens: turn.usage.output };
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: turn.content } }], usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
