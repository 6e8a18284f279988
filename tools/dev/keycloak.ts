import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { answersOk } from './answers-ok.js';
import { startChild, type ProcessGuard, type RunningChild } from './child-process.js';
import { madeOnce } from './made-once.js';
import { runDependencyPlugin } from './maven.js';
import { cacheDir, onPath, repoRoot } from './paths.js';
import { LOOPBACK } from '@symbio/fixtures/ports';
import { messageOf, StartError } from './start-error.js';

const run = promisify(execFile);

/** Downloaded and tested version; the newest 26 for Java 17. */
const KEYCLOAK_VERSION = '26.7.4';
const MAJOR = 26;
/** Older versions reveal disabled accounts without the password. */
const MIN_MINOR = 7;
const MIN_JAVA = 17;
const REALM_FILE = path.join(repoRoot, 'k8s', 'dev', 'keycloak', 'symbio-realm.json');
const LOCAL_USERS_FILE = path.join(repoRoot, 'k8s', 'dev', 'keycloak', 'local-users', 'symbio-users-0.json');
/** The first start builds Keycloak for its database, which takes half a minute on a fast machine. */
const READY_MS = 10 * 60_000;

export interface KeycloakHome {
  /** Folder with `bin/kc.sh`. */
  folder: string;
  version: string;
  /** Whether we downloaded it and may leave files in it. */
  own: boolean;
}

export interface KeycloakOptions {
  home: KeycloakHome;
  java: string;
  port: number;
  /** Database folder, created if missing; an existing realm is kept. */
  dataDir: string;
  /** Origin of the product, for redirects. */
  publicUrl: string;
  adminSecret: string;
  smtpUrl: string;
  logFile: string;
  guard?: ProcessGuard;
  signal?: AbortSignal;
}

export interface RunningKeycloak {
  url: string;
  stop: () => Promise<void>;
  exited: RunningChild['exited'];
}

/** Major version in `java -version` output: 17 of "17.0.15", 8 of "1.8.0_402". */
export function javaMajor(words: string): number | undefined {
  const [, first = '', second = ''] = /version "(\d+)(?:\.(\d+))?/.exec(words) ?? [];
  return first === '' ? undefined : Number(first === '1' ? second : first);
}

/** Finds a suitable Java: in JAVA_HOME, else on the PATH. */
export async function findJava(env: NodeJS.ProcessEnv): Promise<string> {
  const instead = `install Java ${MIN_JAVA} or newer (on Debian: apt-get install openjdk-17-jre-headless), or set JAVA_HOME to one`;
  const java = env.JAVA_HOME ? path.join(env.JAVA_HOME, 'bin', 'java') : onPath('java');
  if (java === undefined) throw new StartError(`Java is missing, and Keycloak needs it: ${instead}.`);
  let words: string;
  try {
    words = (await run(java, ['-version'])).stderr;
  } catch (error) {
    throw new StartError(`${java} does not run (${messageOf(error).split('\n')[0] ?? ''}): ${instead}.`, {
      cause: error,
    });
  }
  const major = javaMajor(words);
  if (major === undefined || major < MIN_JAVA) {
    throw new StartError(`${java} is Java ${major ?? 'of an unknown version'}, too old for Keycloak: ${instead}.`);
  }
  return java;
}

/**
 * Finds Keycloak: in KEYCLOAK_HOME, else in the cache, downloaded once by Maven.
 * @throws StartError naming the missing prerequisite
 */
export async function findKeycloak(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<KeycloakHome> {
  if (env.KEYCLOAK_HOME) return givenHome(path.resolve(env.KEYCLOAK_HOME));
  const folder = path.join(cacheDir, `keycloak-${KEYCLOAK_VERSION}`);
  const home: KeycloakHome = { folder, version: KEYCLOAK_VERSION, own: true };
  if (fs.existsSync(launcher(folder))) return home;
  const instead = `set KEYCLOAK_HOME to an unpacked Keycloak ${KEYCLOAK_VERSION} (https://www.keycloak.org/downloads)`;
  const maven = onPath('mvn');
  if (maven === undefined) {
    throw new StartError(`Keycloak is missing: ${instead}, or install Maven (mvn), which fetches it.`);
  }
  say(`Fetching Keycloak ${KEYCLOAK_VERSION} with Maven (180 MB, once) ...`);
  await madeOnce(folder, async (draft) => {
    await unpackWithMaven(maven, draft, signal);
    return path.join(draft, 'out', `keycloak-${KEYCLOAK_VERSION}`);
  }).catch((cause: unknown) => {
    throw new StartError(`Keycloak could not be fetched with Maven (${messageOf(cause)}): ${instead}.`, { cause });
  });
  return home;
}

function givenHome(folder: string): KeycloakHome {
  if (!fs.existsSync(launcher(folder))) {
    throw new StartError(`KEYCLOAK_HOME is ${folder}, which holds no bin/kc.sh: correct it or leave it out.`);
  }
  const file = path.join(folder, 'version.txt');
  const version = /\d+\.\d+\.\d+\S*/.exec(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')?.[0] ?? 'unknown';
  const [major, minor] = version.split('.').map(Number);
  if (major !== MAJOR || minor === undefined || minor < MIN_MINOR) {
    throw new StartError(
      `KEYCLOAK_HOME holds Keycloak ${version}, and Symbio needs ${MAJOR}.${MIN_MINOR} or a newer ${MAJOR}: name another folder.`,
    );
  }
  return { folder, version, own: false };
}

const launcher = (folder: string): string => path.join(folder, 'bin', 'kc.sh');

const unpackWithMaven = (maven: string, folder: string, signal: AbortSignal | undefined): Promise<void> =>
  runDependencyPlugin(
    maven,
    [
      'unpack',
      `-Dartifact=org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`,
      `-DoutputDirectory=${path.join(folder, 'out')}`,
    ],
    { cwd: folder, signal },
  );

/**
 * Starts Keycloak in development mode on the loopback interface, imports our realm and the local accounts, and resolves
 * when the realm answers.
 */
export async function startKeycloak(options: KeycloakOptions): Promise<RunningKeycloak> {
  const { home, port } = options;
  const url = `http://${LOOPBACK}:${port}`;
  const removeImport = placeImport(home);
  fs.mkdirSync(options.dataDir, { recursive: true });
  const smtp = new URL(options.smtpUrl);
  try {
    const child = await startChild(
      {
        name: 'keycloak',
        command: launcher(home.folder),
        args: [
          'start-dev',
          `--http-host=${LOOPBACK}`,
          `--http-port=${port}`,
          `--db-url=jdbc:h2:file:${path.join(options.dataDir, 'keycloak')};NON_KEYWORDS=VALUE`,
          '--import-realm',
        ],
        env: {
          ...environment(),
          JAVA: options.java,
          JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
          PUBLIC_URL: options.publicUrl,
          KEYCLOAK_ADMIN_SECRET: options.adminSecret,
          SMTP_HOST: smtp.hostname,
          SMTP_PORT: smtp.port || '25',
        },
        cwd: home.folder,
        isReady: () => answersOk(`${url}/realms/symbio`, 5_000),
        readyWithinMs: READY_MS,
      },
      { logFile: options.logFile, guard: options.guard, signal: options.signal },
    );
    return { url, exited: child.exited, stop: async () => void (await child.stop()) };
  } finally {
    removeImport();
  }
}

function placeImport(home: KeycloakHome): () => void {
  const folder = path.join(home.folder, 'data', 'import');
  const files = [REALM_FILE, LOCAL_USERS_FILE].map((from) => ({ from, to: path.join(folder, path.basename(from)) }));
  fs.mkdirSync(folder, { recursive: true });
  const others = fs.readdirSync(folder).filter((name) => !files.some(({ to }) => path.basename(to) === name));
  if (others.length > 0) {
    throw new StartError(
      `${folder} holds other realms (${others.join(', ')}), which would be imported, too: move them.`,
    );
  }
  for (const { from, to } of files) fs.copyFileSync(from, to);
  return () => {
    // keep them in our own copy: a concurrent start may read them
    if (!home.own) for (const { to } of files) fs.rmSync(to, { force: true });
  };
}

/** Our environment without Keycloak settings (KC_...), which are for another server. */
function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('KC_') ? [] : [[name, value]],
    ),
  );
}
