/** Notices that reach people and programs of a firm without a request: live streams, and deliveries of webhooks. */
import { WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { ADMINISTRATOR, OWNER, STAFF, type Person } from '../callers.js';
import { callBy } from '../credentials.js';
import { there } from '../there.js';
import type { World } from '../world.js';

interface Stream {
  text: () => string;
  close: () => void;
}

async function openStream({ system, credentials }: World, person: Person, projectId?: string): Promise<Stream> {
  const controller = new AbortController();
  const query = projectId === undefined ? '' : `?project_id=${projectId}`;
  const response = await fetch(`${system.url}/api/events${query}`, {
    headers: { authorization: credentials.known[person] },
    signal: controller.signal,
  });
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of there(response.body ?? undefined, 'stream')) text += decoder.decode(chunk as Uint8Array);
  };
  // ends when the stream is closed here
  void read().catch(() => undefined);
  await eventually(() => there(text.match(/listening/) ?? undefined, 'start of the stream'));
  return { text: () => text, close: () => controller.abort() };
}

export interface Listener {
  streams: () => string;
  deliveries: () => Promise<string>;
  close: () => Promise<void>;
}

/** People with and without a project, and a webhook of an administrator for all events. */
export async function listen(world: World): Promise<Listener> {
  const { webhook: service } = world.system.clients;
  const asAdministrator = () => callBy(world.actors[ADMINISTRATOR]);
  const streams = [
    ...[await openStream(world, ADMINISTRATOR, world.projectId), await openStream(world, OWNER, world.projectId)],
    ...[await openStream(world, STAFF), await openStream(world, OWNER)],
  ];
  const form = { url: 'https://firm.invalid/events', events: [...WEBHOOK_EVENTS] };
  const { webhook } = await service.createWebhook({ id: newId(), ...form }, await asAdministrator());
  const { id } = there(webhook, 'webhook');
  return {
    streams: () => streams.map(({ text }) => text()).join(''),
    async deliveries() {
      const asked = { webhookId: id, paging: { page: 1, perPage: 100 } };
      const { deliveries } = await service.listDeliveries(asked, await asAdministrator());
      return JSON.stringify(deliveries);
    },
    async close() {
      for (const { close } of streams) close();
      await service.deleteWebhook({ id }, await asAdministrator());
    },
  };
}

/** Changes in the project of a firm, and in none. @returns ids that its people and its webhook receive */
export async function changesOf(world: World): Promise<{ streamed: string[]; delivered: string[] }> {
  const issue = await world.newIssue();
  const feature = await world.newFeature();
  const mark = await world.newMark();
  const delivered = [issue.id, feature.id, mark.id];
  const comment = await world.newComment(issue.id);
  return { streamed: [...delivered, comment.id], delivered };
}
