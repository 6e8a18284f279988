import { testKeys } from '@symbio/rpc/testing';
import { messageSignatures, type MessageSignatures } from './signatures.js';

const of = (name: string, publicKeysOf = name): MessageSignatures =>
  messageSignatures({
    name,
    signingKey: testKeys(name).INTERNAL_SIGNING_KEY,
    publicKeys: testKeys(publicKeysOf).INTERNAL_PUBLIC_KEYS,
  });

const ERASED = 'symbio.evt.project.v1.project.erased.p1';
const BODY = JSON.stringify({ id: 'e1', text: 'Übersicht' });
const bytes = Buffer.from(BODY);
const receiver = of('document');

it.each([
  ['project', ERASED],
  ['gateway', 'symbio.evt.identity.v1.audit.recorded.none'],
  ['gateway', 'symbio.evt.identity.v1.key.used.none'],
  ['identity', 'symbio.evt.identity.v1.key.revoked.none'],
  ['job', 'symbio.job.v1.ocr.5'],
  ['gateway', 'symbio.presence.v1.p1'],
  ['gateway', 'symbio.key-hits.v1'],
  ['gateway', 'symbio.person-hits.v1'],
])('%s may publish %s, and no other process may', (publisher, subject) => {
  expect(receiver.distrust(subject, bytes, of(publisher).sign(subject, BODY))).toBeUndefined();
  for (const other of ['gateway', 'identity', 'project', 'document', 'job', 'document-worker'])
    if (other !== publisher) expect(receiver.distrust(subject, bytes, of(other).sign(subject, BODY))).toBe('foreign');
});

it('a signature is valid for its own subject and body only', () => {
  const signature = of('project').sign(ERASED, BODY);
  expect(receiver.distrust(ERASED.replace('p1', 'p2'), bytes, signature)).toBe('wrong');
  expect(receiver.distrust(ERASED, Buffer.from(`${BODY} `), signature)).toBe('wrong');
});

it.each([
  ['unsigned', undefined],
  ['unsigned', ''],
  ['unknown_key', 'nothing that reads as one'],
  ['unknown_key', 'stranger:AAAA'],
  ['wrong', 'project:'],
  ['wrong', 'project:!!!'],
] as const)('is rejected as %s with the signature %p', (why, signature) => {
  expect(receiver.distrust(ERASED, bytes, signature)).toBe(why);
});

it('subjects without consumers need no signature', () => {
  expect(receiver.distrust('symbio.dlq.document-leftovers', bytes, undefined)).toBeUndefined();
});

it('a process whose name only starts like the publisher’s is another process', () => {
  const signature = of('feature-worker').sign('symbio.evt.feature.v1.feature.deleted.p1', BODY);
  expect(receiver.distrust('symbio.evt.feature.v1.feature.deleted.p1', bytes, signature)).toBe('foreign');
});
