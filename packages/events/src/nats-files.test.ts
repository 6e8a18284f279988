import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '@symbio/runtime';
import { natsFileOptions, natsFilesOf } from './nats-files.js';

const none = natsFilesOf({});

describe('files that a process signs in to NATS with', () => {
  it('are left out', () => {
    expect(natsFileOptions(none)).toEqual({});
  });

  it('are a client certificate, and authorities of the servers', () => {
    const certificate = { NATS_CERTIFICATE_FILE: '/c/tls.crt', NATS_KEY_FILE: '/c/tls.key' };
    const authority = { NATS_AUTHORITY_FILE: '/c/ca.crt' };
    const [certFile, keyFile, caFile] = ['/c/tls.crt', '/c/tls.key', '/c/ca.crt'];
    expect(natsFileOptions(natsFilesOf({ ...certificate, ...authority }))).toEqual({
      tls: { certFile, keyFile, caFile },
    });
    expect(natsFileOptions(natsFilesOf(certificate))).toEqual({ tls: { certFile, keyFile } });
    expect(natsFileOptions(natsFilesOf(authority))).toEqual({ tls: { caFile } });
  });

  it('need a key for a certificate', () => {
    expect(() => natsFileOptions({ ...none, NATS_CERTIFICATE_FILE: '/c/tls.crt' })).toThrow(ConfigError);
    expect(() => natsFileOptions({ ...none, NATS_KEY_FILE: '/c/tls.key' })).toThrow(ConfigError);
  });

  it('are credentials, which are read at each connection', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-nats-'));
    const file = path.join(folder, 'nats.creds');
    const seed = 'SUAIBDPBAUTWCWBKIO6XHQNINK5FWJW4OHLXC3HQ2KFE4PEJUA44CNHTC4';
    const write = (jwt: string) =>
      fs.writeFileSync(
        file,
        `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
      );
    const { authenticator } = natsFileOptions(natsFilesOf({ NATS_CREDENTIALS_FILE: file }));
    if (typeof authenticator !== 'function') throw new Error('one authenticator is expected');
    write('first');
    expect(authenticator('nonce')).toMatchObject({ jwt: 'first' });
    write('second');
    expect(authenticator('nonce')).toMatchObject({ jwt: 'second' });
    fs.rmSync(folder, { recursive: true });
  });
});
