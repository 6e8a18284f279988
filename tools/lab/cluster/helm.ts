import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import { run } from '../harness/command.js';

const CHART = path.join(repoRoot, 'charts', 'symbio');
/** Helm's timeout: Keycloak alone takes minutes on a small machine. */
const WAIT = '15m';

export class Helm {
  /** @param values value files and settings as arguments of helm */
  constructor(
    readonly release: string,
    readonly namespace: string,
    private readonly values: readonly string[],
  ) {}

  /** Installs or upgrades the chart, and waits until everything is ready. */
  async install(tag: string, more: readonly string[] = []): Promise<void> {
    const values = [...this.values, '--set-string', `image.tag=${tag}`, ...more];
    await this.#do('upgrade', '--install', this.release, CHART, ...values, '--wait', '--timeout', WAIT);
  }

  async rollback(): Promise<void> {
    await this.#do('rollback', this.release, '--wait', '--timeout', WAIT);
  }

  /** Runs the chart's tests. @throws CommandError with their output */
  test(): Promise<string> {
    return this.#do('test', this.release, '--logs', '--timeout', WAIT);
  }

  async uninstall(): Promise<void> {
    await this.#do('uninstall', this.release, '--wait', '--timeout', WAIT);
  }

  #do(...args: string[]): Promise<string> {
    return run('helm', [...args, '--namespace', this.namespace]);
  }
}
