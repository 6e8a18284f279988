import fs from 'node:fs';
import path from 'node:path';
import { problemsOf } from './traffic.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

const CANARY = 'canary-1';
let folder: string;
let report: string;
eachInFolder((made) => (folder = made));
beforeEach(() => {
  report = path.join(folder, 'traffic.ndjson');
});

const inBase64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });

/** Report as Schemathesis 4.32 writes it, with answers of these bodies. */
function write(...bodies: string[]): void {
  const interactions = Object.fromEntries(
    bodies.map((body, index) => [
      `case${index}`,
      {
        request: {
          method: 'POST',
          uri: 'http://127.0.0.1:8080/api/public/projects',
          headers: {},
          body: inBase64('{}'),
        },
        response: {
          status_code: 200,
          headers: { 'content-type': ['application/json'] },
          content: inBase64(body),
          elapsed: 0.1,
        },
      },
    ]),
  );
  const events = [
    { Initialize: { command: 'schemathesis run', schemathesis_version: '4.32.5', seed: 1 } },
    { ScenarioFinished: { id: 'a', recorder: { label: 'GET /projects', interactions } } },
  ];
  fs.writeFileSync(report, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

describe('the answers to fuzzed requests', () => {
  it('are good when none shows hidden content', async () => {
    write('{"data":[]}', '{"data":[{"title":"Riverside"}]}');
    expect(await problemsOf(report, CANARY)).toEqual([]);
  });

  it('are bad when one shows hidden content, in its body or elsewhere', async () => {
    write('{"data":[]}', `{"data":[{"title":"${CANARY}"}]}`);
    const seen = [`An answer showed the project ${CANARY}, which the key may not see: ${report}`];
    expect(await problemsOf(report, CANARY)).toEqual(seen);
    write('{}');
    fs.appendFileSync(report, `{"NonFatalError":{"value":"${CANARY}"}}\n`);
    expect(await problemsOf(report, CANARY)).toEqual(seen);
  });

  it('are bad when they cannot be searched', async () => {
    expect(await problemsOf(report, CANARY)).toEqual([expect.stringContaining('Schemathesis wrote no')]);
    write();
    fs.appendFileSync(report, `${JSON.stringify({ request: { body: inBase64('{}') } })}\n`);
    expect(await problemsOf(report, CANARY)).toEqual([`There is no answer in ${report}: nothing was looked at.`]);
  });
});
