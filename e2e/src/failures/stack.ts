import path from 'node:path';
import type { RunningStack } from '@symbio/tools/dev/stack';
import { Cleanup } from '@symbio/tools/lab/harness/cleanup';
import { labStack } from '@symbio/tools/lab/harness/stack';
import { Api, type Project } from '../api-client.js';

/** Two gateways, two document services and two workers, to be killed. */
export class FailingStack {
  private constructor(
    readonly stack: RunningStack,
    private readonly cleanup: Cleanup,
    readonly staff: Api,
    readonly project: Project,
  ) {}

  static async start(): Promise<FailingStack> {
    const cleanup = new Cleanup();
    const stack = await labStack('failures', cleanup, {
      bundle: true,
      only: ['gateway', 'document-worker'],
      replicate: ['gateway', 'document', 'issue'],
      env: {
        REPLICAS: '2',
        WORKERS: '2',
        // many heartbeats: on a busy machine some are late, and a lost lease would add an attempt
        JOB_LEASE_SECONDS: '12',
        WORKER_HEARTBEAT_SECONDS: '1',
        JOB_RETRY_SECONDS: '0.5',
        MONGODB_URI: '',
        NATS_URL: '',
        KEYCLOAK_URL: '',
        SMTP_URL: '',
      },
    });
    process.env['E2E_URL'] = stack.url;
    process.env['E2E_LOGS'] = path.join(stack.dataDir, 'logs');
    const staff = await Api.signIn('staff@symbio.test');
    return new FailingStack(stack, cleanup, staff, await staff.createProject('What survives'));
  }

  kill(name: string): number {
    const pid = this.stack.pid(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Pauses processes, as on a stalled machine. @returns resumes those still running */
  pause(names: readonly string[]): () => void {
    const pids = names.flatMap((name) => this.stack.pid(name) ?? []);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      const there = new Set(this.stack.processes.map((name) => this.stack.pid(name)));
      for (const pid of pids) if (there.has(pid)) process.kill(pid, 'SIGCONT');
    };
  }

  get dataDir(): string {
    return this.stack.dataDir;
  }

  stop(): Promise<void> {
    return this.cleanup.run();
  }
}
