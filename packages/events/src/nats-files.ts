import fs from 'node:fs';
import { credsAuthenticator, type ConnectionOptions } from 'nats';
import { ConfigError } from '@symbio/runtime';
import { z } from 'zod';

const file = z.string().min(1).optional();

/** Settings of the files that a process signs in to NATS with, besides NATS_URL. */
export const natsFileSettings = {
  /** Credentials (`.creds`): a JWT and its seed. */
  NATS_CREDENTIALS_FILE: file,
  /** Client certificate in PEM; needs NATS_KEY_FILE. */
  NATS_CERTIFICATE_FILE: file,
  NATS_KEY_FILE: file,
  /** Authorities of the servers in PEM, instead of the public ones. */
  NATS_AUTHORITY_FILE: file,
};

export type NatsFiles = z.infer<z.ZodObject<typeof natsFileSettings>>;

/** Reads the settings of a program that has no others. */
export const natsFilesOf = (env: NodeJS.ProcessEnv): NatsFiles => z.object(natsFileSettings).parse(env);

/**
 * Connection options that the files add to those of NATS_URL. Files are read at each connection, so replaced ones count.
 *
 * @throws ConfigError when the certificate or its key is missing
 */
export function natsFileOptions(files: NatsFiles): Pick<ConnectionOptions, 'authenticator' | 'tls'> {
  const {
    NATS_CREDENTIALS_FILE: credentials,
    NATS_CERTIFICATE_FILE: certFile,
    NATS_KEY_FILE: keyFile,
    NATS_AUTHORITY_FILE: caFile,
  } = files;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ConfigError('NATS_CERTIFICATE_FILE and NATS_KEY_FILE belong together: set both.');
  return {
    ...(credentials !== undefined && { authenticator: credsAuthenticator(() => fs.readFileSync(credentials)) }),
    ...((certFile ?? caFile) !== undefined && {
      tls: { ...(certFile && { certFile }), ...(keyFile && { keyFile }), ...(caFile && { caFile }) },
    }),
  };
}
