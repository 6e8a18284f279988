import { pMapIterable } from 'p-map';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, SIGNATURE_HEADER, type Broker } from '@symbio/events';
import type { MessageLine } from './archive-format.js';
import type { ArchiveWriter } from './archive-writer.js';

const PART_MESSAGES = 5_000;
const AT_ONCE = 32;
/** JetStream error codes: no such message, no such stream. */
const NO_MESSAGE = 10037;
const NO_STREAM = 10059;
const ID_HEADER = 'Nats-Msg-Id';

/** For a server under heavy load. */
const PATIENT = { timeout: 30_000 };

const hasCode = (error: unknown, code: number): boolean =>
  (error as { api_error?: { err_code?: number } } | undefined)?.api_error?.err_code === code;

/** Whether any consumer is waiting for messages, so services run. */
export async function isConsumed({ connection }: Broker): Promise<boolean> {
  const { consumers } = await connection.jetstreamManager(PATIENT);
  try {
    for await (const { num_waiting } of consumers.list(EVENTS_STREAM.name)) if (num_waiting > 0) return true;
  } catch (error) {
    if (!hasCode(error, NO_STREAM)) throw error;
  }
  return false;
}

/**
 * First event that some consumer has not handled; the databases contain the effects of earlier ones.
 *
 * @returns undefined without an event stream
 */
export async function firstUnhandled({ connection }: Broker): Promise<number | undefined> {
  const { streams, consumers } = await connection.jetstreamManager(PATIENT);
  try {
    const { state } = await streams.info(EVENTS_STREAM.name);
    let handled = state.last_seq;
    for await (const { ack_floor, num_pending, num_ack_pending } of consumers.list(EVENTS_STREAM.name)) {
      // an idle consumer's floor is its last event, however old
      if (num_pending + num_ack_pending > 0) handled = Math.min(handled, ack_floor.stream_seq);
    }
    return Math.max(state.first_seq, handled + 1);
  } catch (error) {
    if (hasCode(error, NO_STREAM)) return undefined;
    throw error;
  }
}

/** Copies the events from one on, and all dead letters; returns the number by stream. */
export async function readStreams(
  broker: Broker,
  firstEvent: number | undefined,
  writer: ArchiveWriter,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (firstEvent !== undefined)
    counts[EVENTS_STREAM.name] = await copy(broker, EVENTS_STREAM.name, firstEvent, writer, signal);
  counts[DEAD_LETTERS_STREAM.name] = await copy(broker, DEAD_LETTERS_STREAM.name, 1, writer, signal);
  return counts;
}

async function copy(
  { connection }: Broker,
  stream: string,
  from: number,
  writer: ArchiveWriter,
  signal: AbortSignal,
): Promise<number> {
  const { streams } = await connection.jetstreamManager(PATIENT);
  let bounds: { first_seq: number; last_seq: number };
  try {
    bounds = (await streams.info(stream)).state;
  } catch (error) {
    if (hasCode(error, NO_STREAM)) return 0;
    throw error;
  }
  const first = Math.max(from, bounds.first_seq);
  const numbers = function* () {
    for (let sequence = first; sequence <= bounds.last_seq; sequence++) yield sequence;
  };
  const message = async (seq: number) => {
    try {
      return await streams.getMessage(stream, { seq });
    } catch (error) {
      if (hasCode(error, NO_MESSAGE)) return undefined;
      throw error;
    }
  };
  let lines: MessageLine[] = [];
  let [count, part] = [0, 0];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writer.addCompressed(`streams/${stream}/${String(++part).padStart(6, '0')}.jsonl.gz`, Buffer.from(text));
    count += lines.length;
    lines = [];
  };
  for await (const found of pMapIterable(numbers(), message, { concurrency: AT_ONCE })) {
    signal.throwIfAborted();
    if (!found) continue;
    const id = found.header.get(ID_HEADER) || `${stream}-${found.seq}`;
    const signature = found.header.get(SIGNATURE_HEADER);
    lines.push({
      ...{ subject: found.subject, id, at: found.time.toISOString(), body: found.string() },
      ...(signature && { signature }),
    });
    if (lines.length >= PART_MESSAGES) await flush();
  }
  await flush();
  return count;
}
