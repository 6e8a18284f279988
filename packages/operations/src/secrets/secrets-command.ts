import fs from 'node:fs';
import { natsAuthorization } from '@symbio/topology/nats-permissions';
import { parsedArgs } from '../backup/settings.js';
import { OperationError, type Command } from '../command.js';
import { newSecrets } from './generate.js';
import { manifestOf } from './manifest.js';
import { writeNatsUsers } from './nats-users.js';
import { fullnameOf, rotation, ROTATIONS, stepsText, type Rotation } from './rotate.js';

const USAGE = `secrets [--namespace N]              prints a manifest of every Secret that the chart needs, with new values:
                                     npm run -s secrets -- --namespace symbio | kubectl create -f -
                                     without NATS_URL also those of the bundled NATS, one for each process
secrets nats                         prints the users of NATS with their permissions, for the settings of nats-server;
                                     passwords come from variables such as $NATS_PASSWORD_GATEWAY of that server
secrets nats --addresses FOLDER --to FILE
                                     writes them with the passwords of the addresses in FOLDER, a file for each user
                                     (the bundled NATS does this at its start)
secrets rotate WHICH [--namespace N] prints, step by step, what changes for a rotation without downtime

  Values that there are already come from settings, so that they are in no shell history:
  MONGODB_URI, NATS_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, KEYCLOAK_ADMIN_SECRET, SECRET_WORD, SMTP_URL,
  AI_API_KEY, BACKUP_PASSPHRASE, WALK_EMAIL, WALK_PASSWORD

  WHICH              ${ROTATIONS.join(', ')}
  --process NAME     signing: the process whose key is replaced; all when left out
  --public-keys FILE signing: the key set as it is (- is stdin):
                     kubectl get secret symbio-public-keys -o jsonpath='{.data.keys}' | base64 -d
  --current FILE     files, keycloak: the secret as it is (- is stdin)
  --value FILE       the new value, where somebody else makes it: mongodb, nats, s3, smtp, ai (- is stdin)
  --access-key-id ID s3: the id that belongs to it
  --release NAME     the release of the chart whose NATS is bundled, or whose Deployments are restarted; symbio when left out. Where fullnameOverride
                     is set their names do not follow the release: give it as --fullname NAME instead
                     (Secrets are printed by the names that the chart's values give them as it comes)

docs/operations/secrets.md says for each what it is and what to do when it leaks.`;

const OPTIONS = {
  namespace: { type: 'string', short: 'n' },
  process: { type: 'string' },
  'public-keys': { type: 'string' },
  current: { type: 'string' },
  value: { type: 'string' },
  'access-key-id': { type: 'string' },
  addresses: { type: 'string' },
  to: { type: 'string' },
  release: { type: 'string' },
  fullname: { type: 'string' },
} as const;

/** Kubernetes names (RFC 1123 labels). */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const secrets: Command = {
  usage: USAGE,
  run(args, { env, print, say }) {
    const { values, positionals } = parsedArgs(args, OPTIONS, USAGE);
    const { namespace } = values;
    if (namespace !== undefined && !LABEL.test(namespace))
      throw new OperationError(`--namespace is "${namespace}", which no namespace can be called.`, undefined, 2);
    const fullname = values.fullname ?? fullnameOf(values.release ?? 'symbio');
    if (!LABEL.test(fullname))
      throw new OperationError(`"${fullname}" is the beginning of no name in Kubernetes.`, undefined, 2);
    const [command, which] = positionals;
    if (command === 'rotate') {
      if (!ROTATIONS.includes(which as Rotation))
        throw new OperationError(`Say what to rotate: ${ROTATIONS.join(', ')}.`, undefined, 2);
      const input = {
        process: values.process,
        publicKeys: contentOf(values['public-keys']),
        current: contentOf(values.current),
        value: contentOf(values.value),
        accessKeyId: values['access-key-id'],
      };
      print(stepsText(rotation(which as Rotation, input, new Date()), namespace, fullname));
      return Promise.resolve(0);
    }
    if (command === 'nats' && values.addresses !== undefined) {
      if (values.to === undefined) throw new OperationError('--addresses needs --to FILE.', undefined, 2);
      const missing = writeNatsUsers(values.addresses, values.to);
      if (missing.length > 0) say(`These users of NATS have no Secret and cannot sign in: ${missing.join(', ')}.`);
      return Promise.resolve(0);
    }
    if (command === 'nats') {
      print(natsAuthorization((user) => `$NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`));
      return Promise.resolve(0);
    }
    if (command !== undefined) throw new OperationError(`There is no "secrets ${command}".\n\n${USAGE}`, undefined, 2);
    const { secrets: made, missing } = newSecrets(
      {
        mongodbUri: env.MONGODB_URI || undefined,
        natsUrl: env.NATS_URL || undefined,
        natsHost: `${fullname}-nats`,
        s3AccessKeyId: env.AWS_ACCESS_KEY_ID || undefined,
        s3SecretAccessKey: env.AWS_SECRET_ACCESS_KEY || undefined,
        keycloakSecret: env.KEYCLOAK_ADMIN_SECRET || undefined,
        secretWord: env.SECRET_WORD || undefined,
        smtpUrl: env.SMTP_URL || undefined,
        aiKey: env.AI_API_KEY || undefined,
        backupPassphrase: env.BACKUP_PASSPHRASE || undefined,
        walkEmail: env.WALK_EMAIL || undefined,
        walkPassword: env.WALK_PASSWORD || undefined,
      },
      new Date(),
    );
    print(manifestOf(made, namespace));
    if (missing.length > 0)
      say(`Left out, since no option names their content: ${missing.join(', ')}. Bundled servers need none.`);
    return Promise.resolve(0);
  },
};

function contentOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return fs.readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new OperationError(`${file} cannot be read.`, { cause: error }, 2);
  }
}
