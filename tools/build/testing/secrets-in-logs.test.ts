import fs from 'node:fs';
import path from 'node:path';
import { leaksIn } from './secrets-in-logs.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

describe('secrets in logs', () => {
  let folder: string;
  eachInFolder((made) => (folder = made));
  const said = (...lines: string[]) => {
    fs.writeFileSync(path.join(folder, 'gateway.log'), lines.join('\n'));
    return leaksIn(folder, { 'a key of this run': ['C8U6MWI2Irc_yYD8'], 'what a person wrote': ['Gas works of 1896'] });
  };

  it.each([
    ['a token (JWT)', `{"msg":"refused","value":"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"}`],
    ['a credential in a header', '{"headers":{"x":"Bearer abcdefghijklmnop"}}'],
    ['an API key', `{"key":"sk_${'0a'.repeat(24)}"}`],
    ["a webhook's secret", '{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}'],
    ['a signature of an address', '{"url":"/files/b/report.pdf?exp=1&sig=Zm9vYmFyYmF6cXV4"}'],
    ['a password', '{"body":{"password":"correct-horse"}}'],
    ['a key of this run', '{"msg":"C8U6MWI2Irc_yYD8"}'],
    ['what a person wrote', '{"msg":"annotation Gas works of 1896 refused"}'],
  ])('is found: %s', (what, line) => {
    const leaks = said('{"msg":"ready"}', line);
    expect(leaks.map((leak) => [leak.process, leak.what])).toEqual([['gateway', what]]);
    // the report must not repeat the secret
    expect(leaks[0]?.line).not.toBe(line);
  });

  it('cannot be checked without logs', () => {
    expect(() => leaksIn(folder, {})).toThrow('nothing was looked at');
  });

  it('are not found in text that only mentions them', () => {
    expect(
      said(
        '{"msg":"the token has expired","password":"[Redacted]"}',
        '{"fields":{"password":"Password must be at least 6 characters long"}}',
        '{"msg":"a bearer token is wanted","request_id":"01a209da-e3c9-759b-a527-dea34077c6bb"}',
      ),
    ).toEqual([]);
  });
});
