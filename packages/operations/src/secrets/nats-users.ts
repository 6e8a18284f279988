/** Users of the bundled NATS, with the permissions of this version and the passwords of the installation. */
import fs from 'node:fs';
import path from 'node:path';
import { natsAuthorization, natsUsers } from '@symbio/topology/nats-permissions';
import { OperationError } from '../command.js';
import { randomSecret } from './manifest.js';

/**
 * @param folder with a file for each user: its address, `nats://user:password@host`
 * @param to settings file for nats-server
 * @returns users without an address; they get an unknown password
 * @throws OperationError for an address without the user's password
 */
export function writeNatsUsers(folder: string, to: string): string[] {
  const passwords = new Map(natsUsers.map(({ name }) => [name, passwordIn(folder, name)]));
  const settings = natsAuthorization((user) => JSON.stringify(passwords.get(user) ?? randomSecret()));
  fs.writeFileSync(to, settings, { mode: 0o600 });
  return [...passwords].filter(([, password]) => password === undefined).map(([name]) => name);
}

function passwordIn(folder: string, user: string): string | undefined {
  const file = path.join(folder, user);
  if (!fs.existsSync(file)) return undefined;
  const address = fs.readFileSync(file, 'utf8').trim();
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
  if (username === user && password !== '') return decodeURIComponent(password);
  throw new OperationError(`The NATS address of ${user} does not contain a password of that user.`, undefined, 2);
}
