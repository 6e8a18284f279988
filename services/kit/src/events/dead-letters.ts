/** What was given up: kept in a stream of its own for a person to look at, send again or drop. */
import { z } from 'zod';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import type { Broker, JsMsg } from './nats.js';
import { SIGNATURE_HEADER } from './signatures.js';
import { acceptMessage, TRUST_BUCKET } from './trust.js';
import { DEAD_LETTERS_STREAM, deadLetterSubject } from './streams.js';

const letter = z.object({
  /** Subject the message came on. */
  subject: z.string(),
  /** Its number in the stream it came from. */
  seq: z.number(),
  error: z.string(),
  /** The message itself. */
  body: z.string(),
  /** Its signature; absent where it had none. */
  signature: z.string().optional(),
});

/** A message that a consumer gave up on. */
export interface DeadLetter extends z.infer<typeof letter> {
  /** Its number among the dead letters. */
  sequence: number;
  /** Who gave up. */
  consumer: string;
  at: Date;
}

/**
 * Keeps a message as dead letter, takes it off its queue, and says so in the log and in a metric.
 * @throws when it can't be kept; the message then comes again
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

/** The dead letters there are, oldest first. */
export async function* deadLetters(broker: Broker): AsyncIterable<DeadLetter> {
  const prefix = deadLetterSubject('');
  for await (const { sequence, subject, at, body } of broker.stored(DEAD_LETTERS_STREAM.name)) {
    yield { ...letter.parse(JSON.parse(body)), sequence, at, consumer: subject.slice(prefix.length) };
  }
}

/**
 * Sends a dead letter's message to where it came from, then drops the letter. Whoever consumes there receives it again:
 * consumers and workers bear that. It keeps its signature, which they check again.
 *
 * @param accept has them believe it without a valid signature
 * @throws for a message that is no JSON
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
    throw new Error(`Dead letter ${sequence} is no JSON: nobody could read it again, it can only be dropped.`, {
      cause: error,
    });
  }
}

/** Drops a dead letter for good. */
export const drop = (broker: Broker, { sequence }: DeadLetter): Promise<void> =>
  broker.deleteMessage(DEAD_LETTERS_STREAM.name, sequence);
