import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EndpointFailure } from '../chat-endpoint.js';

/** Received request. */
export interface AskedOfChat {
  url: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** A local OpenAI-compatible endpoint for tests. */
export interface ChatServer {
  baseUrl: string;
  /** Received requests in order. */
  readonly asked: AskedOfChat[];
  /** Handler of the next requests. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<AskedOfChat> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { url, headers } = request;
  return { url, authorization: headers.authorization, body: JSON.parse(text) as Record<string, unknown> };
}

/** Starts an endpoint that does not answer by default. */
export async function startChatServer(): Promise<ChatServer> {
  const server = createServer((request, response) => {
    void read(request).then(
      (asked) => {
        chat.asked.push(asked);
        chat.answer(response);
      },
      // the client aborted while sending
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const chat: ChatServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return chat;
}

/** Body of a response. */
export const completion = (content: string): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });

/** Failure of a request. @throws Error when it succeeds */
export async function endpointFailure(asking: Promise<unknown>): Promise<EndpointFailure> {
  const error = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EndpointFailure)) throw new Error('expected the endpoint to fail');
  return error;
}
