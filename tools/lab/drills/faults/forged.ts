/** Forged events: published by unauthorized processes, and by hand. All must be rejected. */
import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import {
  connectBroker,
  deadLetters,
  drop,
  messageSignatures,
  type Broker,
  type MessageSignatures,
} from '@symbio/events';
import { createLogger, newId } from '@symbio/runtime';
import { catalogueRows } from '@symbio/proto/catalogue';
import { publisherOf } from '@symbio/proto/publishing';
import { messageOf } from '../../../dev/start-error.js';
import { natsUrl, readSecrets, type StackSecrets } from '../../../dev/stack-settings.js';
import { keyHolders } from '@symbio/topology';
import { allHandled, idle } from '../../harness/stores.js';
import { LiveChannel } from '../../load/people.js';
import { recovered, type Drill, type DrillContext } from '../drill.js';
import { differences, snapshot } from '../snapshot.js';

/** Sheets may still be processed when the drill starts, which takes minutes on a busy machine. */
const IDLE_MS = 900_000;
const HANDLED_MS = 120_000;
const log = createLogger({ name: 'drill', level: 'silent' });

/** Every subject of the catalogue with existing entities, as a forger would choose. */
function forgeableEvents({ work: { world } }: DrillContext): { subject: string; entityId: string }[] {
  const ids: Readonly<Record<string, string>> = {
    project: world.projectId,
    document: world.documentId,
    page: world.pageId,
    feature: world.featureId,
    issue: world.issueId,
  };
  return catalogueRows.flatMap(({ service, entity, verbs, scope }) =>
    verbs.map((verb) => ({
      subject: `symbio.evt.${service}.v1.${entity}.${verb}.${scope === 'project' ? world.projectId : 'none'}`,
      entityId: ids[entity] ?? newId(),
    })),
  );
}

const envelope = (subject: string, entityId: string, scope: string) => ({
  ...{ id: newId(), subject, entityId, scope, rev: 1_000_000, at: new Date().toISOString(), data: {} },
  actor: { sub: 'user:forged', authorId: newId(), via: 'user', requestId: 'forged' },
});

function signaturesOf(secrets: StackSecrets, name: string): MessageSignatures {
  const signingKey = secrets.signingKeys[name] ?? '';
  const key = createPrivateKey({ key: JSON.parse(signingKey) as JsonWebKey, format: 'jwk' });
  const publicKeys = JSON.stringify({ keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: name }] });
  return messageSignatures({ name, signingKey, publicKeys });
}

/**
 * Publishes every subject with the credentials of every unauthorized process. @returns number refused, and the others
 */
async function asProcesses(
  context: DrillContext,
  secrets: StackSecrets,
): Promise<{ refused: number; problems: string[] }> {
  const port = Number(new URL(context.stack.natsUrl).port);
  const problems: string[] = [];
  let refused = 0;
  for (const process of keyHolders) {
    const broker = await connectBroker(natsUrl(port, secrets.nats, process), process, log);
    try {
      for (const { subject, entityId } of forgeableEvents(context)) {
        if (publisherOf(subject) === process) continue;
        const body = envelope(subject, entityId, context.work.world.projectId);
        await broker.publish(subject, body, { id: body.id }).then(
          () => problems.push(`${process} may publish ${subject}`),
          (error: unknown) => {
            if (/permissions violation/i.test(messageOf(error))) refused++;
            else problems.push(`${process}, ${subject}: ${messageOf(error)}`);
          },
        );
      }
    } finally {
      await broker.drain();
    }
  }
  return { refused, problems };
}

/** Publishes every subject bypassing permissions, as on a server without users. @returns number of messages */
async function byHand(context: DrillContext, secrets: StackSecrets): Promise<number> {
  const { broker } = context.stores;
  const send = (subject: string, body: { id: string }, signature?: string): Promise<void> =>
    broker.publish(subject, body, { id: newId(), signature });
  let sent = 0;
  for (const { subject, entityId } of forgeableEvents(context)) {
    const body = envelope(subject, entityId, context.work.world.projectId);
    const text = JSON.stringify(body);
    const owner = publisherOf(subject) ?? '';
    const other = owner === 'document-worker' ? 'webhook' : 'document-worker';
    const signed = signaturesOf(secrets, owner).sign(`${subject}x`, text);
    await send(subject, body);
    await send(subject, body, signed);
    await send(subject, body, signaturesOf(secrets, other).sign(subject, text));
    await send(subject, body, `stranger:${signed.split(':')[1]}`);
    sent += 4;
  }
  // a genuine envelope with its signature, under another subject of the same service
  for await (const { subject, body, signature } of broker.stored('EVENTS')) {
    if (signature === undefined || !subject.includes('.project.created.')) continue;
    await send(subject.replace('.created.', '.erased.'), JSON.parse(body) as { id: string }, signature);
    sent++;
  }
  return sent;
}

/** Removes the dead letters of forged events. @returns their number, and sentences about others */
async function dropForgedLetters(broker: Broker): Promise<{ letters: number; problems: string[] }> {
  let letters = 0;
  const problems: string[] = [];
  for await (const letter of deadLetters(broker)) {
    if (letter.error.startsWith('not believed: ')) {
      await drop(broker, letter);
      letters++;
    } else problems.push(`${letter.consumer} gave up ${letter.subject}: ${letter.error}`);
  }
  return { letters, problems };
}

async function liveMessages({ work: { client, world } }: DrillContext, act: () => Promise<void>): Promise<string[]> {
  let text = '';
  const channel = new LiveChannel(client, world.projectId, (chunk) => (text += chunk));
  await channel.open();
  await act();
  channel.close();
  if (text === '') throw new Error('the live view answers nothing');
  return text.split('\n').filter((line) => line.startsWith('data:') && line.includes('"entity"'));
}

/** Forged events must change nothing: no data, no history, no view. */
export const forgedEvents: Drill = {
  name: 'forged-events',
  title: 'every event, forged by every process and by hand: nothing is believed',
  async act(context) {
    const { stores, stack, work } = context;
    await work.load.stop();
    await idle(stores, IDLE_MS);
    const secrets = readSecrets(stack.dataDir);
    const problems: string[] = [];
    let [refused, sent] = [0, 0];
    const shown = await liveMessages(context, async () => {
      // signing in and opening the view cause audit entries
      await allHandled(stores, HANDLED_MS);
      const before = await snapshot(stores);
      const tried = await asProcesses(context, secrets);
      refused = tried.refused;
      problems.push(...tried.problems);
      work.say(`  refused by permissions: ${refused}`);
      sent = await byHand(context, secrets);
      work.say(`  published by hand: ${sent}`);
      await allHandled(stores, HANDLED_MS).catch((error: unknown) => problems.push(messageOf(error)));
      problems.push(...differences(before, await snapshot(stores)));
    });
    problems.push(...shown.map((line) => `a live view shows ${line}`));
    const entries = await stores.database('audit').collection('audit_entries').countDocuments({ requestId: 'forged' });
    if (entries > 0) problems.push(`the audit trail has ${entries} forged entries`);
    const left = await dropForgedLetters(stores.broker);
    problems.push(...left.problems);
    if (left.letters === 0) problems.push('no forged event became a dead letter');
    work.load.start();
    return recovered(
      context,
      `${refused} refused by permissions, ${sent} by hand, ${left.letters} dead letters, none believed`,
      problems,
    );
  },
};
