/** Dead letters: messages given up, in a separate stream for a person to inspect, replay or drop. */
import { z } from 'zod';
import type { Logger, Metrics } from '@symbio/runtime';
import type { Broker, JsMsg } from './nats.js';
import { SIGNATURE_HEADER } from './signatures.js';
import { acceptMessage, TRUST_BUCKET } from './trust.js';
import { DEAD_LETTERS_STREAM, deadLetterSubject } from './streams.js';

const letter = z.object({
  subject: z.string(),
  /** Sequence number in the original stream. */
  seq: z.number(),
  error: z.string(),
  body: z.string(),
  /** Signature, if any. */
  signature: z.string().optional(),
});

export interface DeadLetter extends z.infer<typeof letter> {
  sequence: number;
  consumer: string;
  at: Date;
}

/**
 * Stores a message as dead letter, removes it from its queue, logs and counts it.
 * @throws if it cannot be stored; the message is redelivered then
 */
export async function deadLetter(
  message: JsMsg,
  consumer: string,
  error: unknown,
  { broker, metrics, log }: { broker: Broker; metrics: Metrics; log: Logger },
): Promise<void> {
  await broker.publish(
    deadLetterSubject(consumer),
    {
      subject: message.subject,
      seq: message.seq,
      error: String(error),
      body: message.string(),
      signature: message.headers?.get(SIGNATURE_HEADER) || undefined,
    },
    { id: `${consumer}-${message.subject}-${message.seq}` },
  );
  message.term();
  metrics.deadLetters.inc({ consumer });
  log.error({ err: error, consumer, subject: message.subject }, 'given up, kept as dead letter');
}

export async function* deadLetters(broker: Broker): AsyncIterable<DeadLetter> {
  const prefix = deadLetterSubject('');
  for await (const { sequence, subject, at, body } of broker.stored(DEAD_LETTERS_STREAM.name)) {
    yield { ...letter.parse(JSON.parse(body)), sequence, at, consumer: subject.slice(prefix.length) };
  }
}

/**
 * Republishes a dead letter to its original subject, then drops it. All consumers of the subject receive it again,
 * which they tolerate. Keeps its signature, which they verify again.
 *
 * @param accept makes them accept it without a valid signature
 * @throws for a message that is not JSON
 */
export async function replay(broker: Broker, letter: DeadLetter, accept = false): Promise<void> {
  const { sequence, subject, body, signature } = letter;
  const content = contentOf(body, sequence);
  if (accept) await acceptMessage(await broker.keyValue(TRUST_BUCKET, 0), subject, JSON.stringify(content));
  await broker.publish(subject, content, { id: `dead-letter-${sequence}`, signature });
  await broker.deleteMessage(DEAD_LETTERS_STREAM.name, sequence);
}

function contentOf(body: string, sequence: number): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Error(`Dead letter ${sequence} is not JSON and cannot be replayed, only dropped.`, {
      cause: error,
    });
  }
}

export const drop = (broker: Broker, { sequence }: DeadLetter): Promise<void> =>
  broker.deleteMessage(DEAD_LETTERS_STREAM.name, sequence);
