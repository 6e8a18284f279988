import { auditEvents } from '@symbio/proto/identity';
import { recordOperation } from './operator-entry.js';

it('records what an operator did, accepted without a signature', async () => {
  const accepted = new Map<string, unknown>();
  const published: { subject: string; content: unknown }[] = [];
  const bucket = { set: (key: string, value: unknown) => Promise.resolve(void accepted.set(key, value)) };
  const broker = {
    keyValue: () => Promise.resolve(bucket as never),
    publish: (subject: string, content: unknown) => Promise.resolve(void published.push({ subject, content })),
  };
  await recordOperation(broker, { operation: 'installation_streets.created', object: 'streets', objectId: 'f1' });
  expect(accepted.size).toBe(1);
  const [{ subject, content } = { subject: '', content: {} }] = published;
  expect(subject).toBe(auditEvents.recorded.subject(''));
  const { entries } = auditEvents.recorded.fromJSON((content as { data: unknown }).data);
  expect(entries).toMatchObject([
    {
      action: 'administered',
      operation: 'installation_streets.created',
      object: 'streets',
      objectId: 'f1',
      userId: '',
    },
  ]);
  expect(entries[0]?.at).toBeInstanceOf(Date);
});
