import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACCOUNTS, LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { DEFAULT_LIFETIMES } from '@symbio/fixtures/issuer/tokens';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { findJava, findKeycloak, javaMajor } from './keycloak.js';
import { repoJson } from './paths.js';

const read = (file: string): unknown => repoJson('k8s', 'dev', 'keycloak', file);

describe('the requirements of Keycloak on this machine', () => {
  const pathBefore = process.env.PATH;
  let folder: string;

  eachInFolder((made) => (folder = made));
  afterEach(() => void (process.env.PATH = pathBefore));
  const script = (name: string, content: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${content}\n`, { mode: 0o755 });
  };
  const silent = (): void => undefined;

  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "21" 2023-09-19 LTS', 21],
    ['openjdk version "1.8.0_402"', 8],
    ['something else', undefined],
  ])('parses the version of Java from %s', (words, major) => {
    expect(javaMajor(words)).toBe(major);
  });

  it('prefers the Java of JAVA_HOME to that on the PATH', async () => {
    script('bin/java', `echo 'openjdk version "21.0.2"' >&2`);
    expect(await findJava({ JAVA_HOME: folder })).toBe(path.join(folder, 'bin', 'java'));
    process.env.PATH = path.join(folder, 'bin');
    expect(await findJava({})).toBe(path.join(folder, 'bin', 'java'));
  });

  it('says in one sentence that Java is missing, broken or too old', async () => {
    await expect(findJava({ JAVA_HOME: folder })).rejects.toThrow(/does not run .* install Java 17 or newer/);
    script('bin/java', `echo 'openjdk version "11.0.2"' >&2`);
    await expect(findJava({ JAVA_HOME: folder })).rejects.toThrow(/is Java 11, too old for Keycloak: install Java 17/);
    process.env.PATH = folder;
    await expect(findJava({})).rejects.toThrow(/^Java is missing, and Keycloak needs it: install Java 17 or newer/);
  });

  it('accepts the Keycloak of KEYCLOAK_HOME when it is recent enough', async () => {
    script('bin/kc.sh', 'exit 0');
    fs.writeFileSync(path.join(folder, 'version.txt'), 'Keycloak - Version 26.8.1\n');
    expect(await findKeycloak({ KEYCLOAK_HOME: folder }, silent)).toEqual({ folder, version: '26.8.1', own: false });
    for (const version of ['26.4.2', '22.9.1', 'unknown']) {
      fs.writeFileSync(path.join(folder, 'version.txt'), `Keycloak - Version ${version}\n`);
      await expect(findKeycloak({ KEYCLOAK_HOME: folder }, silent)).rejects.toThrow(
        `KEYCLOAK_HOME holds Keycloak ${version}, and Symbio needs 26.7 or a newer 26: name another folder.`,
      );
    }
  });

  it('reports that KEYCLOAK_HOME is another folder', async () => {
    await expect(findKeycloak({ KEYCLOAK_HOME: folder }, silent)).rejects.toThrow(/holds no bin\/kc\.sh: correct it/);
  });
});

describe('the realm file', () => {
  interface Client {
    clientId: string;
    secret?: string;
    publicClient: boolean;
    fullScopeAllowed: boolean;
    redirectUris: string[];
    attributes?: Record<string, string>;
  }
  interface RealmFile {
    [setting: string]: unknown;
    roles: { realm: { name: string }[] };
    clients: Client[];
    users: { username: string; clientRoles: Record<string, string[]> }[];
  }
  const realm = read('symbio-realm.json') as RealmFile;
  const client = (id: string): Client => {
    const found = realm.clients.find(({ clientId }) => clientId === id);
    if (!found) throw new Error(`no client ${id}`);
    return found;
  };

  it('keeps sessions as long as the local issuer, each refresh token valid once', () => {
    expect(realm).toMatchObject({
      accessTokenLifespan: DEFAULT_LIFETIMES.access,
      ssoSessionIdleTimeout: DEFAULT_LIFETIMES.sessionIdle,
      ssoSessionMaxLifespan: DEFAULT_LIFETIMES.sessionMax,
      revokeRefreshToken: true,
      refreshTokenMaxReuse: 0,
    });
  });

  it('requires confirmed addresses and six characters, and locks guessed accounts temporarily (AUTH-15, AUTH-21)', () => {
    expect(realm).toMatchObject({ verifyEmail: true, bruteForceProtected: true, permanentLockout: false });
    expect(realm.passwordPolicy).toContain('length(6)');
  });

  it('has the three roles of the product (AUTH-25)', () => {
    expect(realm.roles.realm.map(({ name }) => name)).toEqual(['administrator', 'symbio', 'customer']);
  });

  it('contains no secret and no address: both come from the environment', () => {
    expect(client('symbio-identity').secret).toBe('${KEYCLOAK_ADMIN_SECRET}');
    expect(client('symbio-web')).toMatchObject({
      publicClient: true,
      redirectUris: ['${PUBLIC_URL}/login/callback'],
      attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': '${PUBLIC_URL}/login' },
    });
    expect(JSON.stringify(realm)).not.toMatch(/https?:\/\//);
  });

  it('gives the identity service the permissions to manage accounts, and no others', () => {
    expect(client('symbio-identity').fullScopeAllowed).toBe(false);
    expect(realm.users).toEqual([
      expect.objectContaining({
        username: 'service-account-symbio-identity',
        clientRoles: { 'realm-management': ['manage-users', 'view-users', 'query-users'] },
      }),
    ]);
  });

  it('has the accounts of the local stack in a separate file, the same as the local issuer', () => {
    interface User {
      id: string;
      email: string;
      firstName: string;
      lastName: string;
      realmRoles: string[];
      credentials: { value: string }[];
    }
    const { users } = read('local-users/symbio-users-0.json') as { users: User[] };
    expect(
      users.map(({ id, email, firstName, lastName, realmRoles: roles }) => ({
        id,
        email,
        name: `${firstName} ${lastName}`,
        roles,
      })),
    ).toEqual(LOCAL_ACCOUNTS);
    expect(users.flatMap(({ credentials }) => credentials.map(({ value }) => value))).toEqual(
      LOCAL_ACCOUNTS.map(() => LOCAL_PASSWORD),
    );
  });
});
