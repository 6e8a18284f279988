import { setMaxListeners } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, ProcessGuard, readable, startChild, type ChildSpec, type RunningChild } from './child-process.js';
import { messageOf, StartError } from './start-error.js';

export interface Supervised {
  spec: ChildSpec;
  logFile: string;
  /** Processes that must be ready before it starts. */
  dependsOn: readonly string[];
  /** Higher stages stop first. */
  stage: number;
  /** Maximum restart delay in milliseconds for a process that others need; default as for all. */
  longestDelayMs?: number | undefined;
  /** Starts without waiting: all others need it. */
  isFirst?: boolean;
  /** Not needed by requests: starts after all others are ready. */
  isLater?: boolean;
}

export type SupervisorEvent =
  | { kind: 'moved'; moved: readonly { name: string; from: number; to: number }[] }
  | { kind: 'starting'; name: string }
  | { kind: 'ready'; name: string; seconds: number }
  | { kind: 'died'; name: string; how: string; lastWords: string[]; restartSeconds: number }
  | { kind: 'restarted'; name: string }
  | { kind: 'stopping'; name: string }
  | { kind: 'stopped'; name: string; how: string };

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** Process that ran this long restarts with the shortest delay. */
const STABLE_MS = 60_000;
/** Maximum milliseconds for which a starting process blocks others. */
const GATE_MS = 5_000;
/** Maximum milliseconds for which `isLater` processes wait. */
const LATER_MS = 15_000;
/** Liveness check interval in milliseconds, and consecutive failures before a process is killed. */
const LOOK_MS = 1_500;
const LOOKS_IN_VAIN = 3;
/** Pause after a failed check: the check itself took time. */
const LOOK_AGAIN_MS = 100;

/** Starts processes in dependency order, restarts those that die, and stops all in reverse. */
export class Supervisor {
  private readonly running = new Map<string, RunningChild>();
  private readonly watchers: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private readonly guard = new ProcessGuard();
  private readonly gate: Gate;
  private firstFailure: unknown;
  private readonly later = new Set<() => void>();

  constructor(
    private readonly processes: readonly Supervised[],
    private readonly report: (event: SupervisorEvent) => void,
    /** Minimum and maximum restart delay in milliseconds. */
    private readonly delays: { first: number; longest: number; look?: number } = {
      first: FIRST_DELAY_MS,
      longest: LONGEST_DELAY_MS,
    },
    starts = os.availableParallelism() + 1,
  ) {
    this.gate = new Gate(starts);
    // each waiting process adds a listener
    setMaxListeners(0, this.stopping.signal);
  }

  pid(name: string): number | undefined {
    return this.running.get(name)?.pid;
  }

  /** Resolves when every process is ready. @throws StartError, after stopping all, when one cannot start */
  async start(): Promise<void> {
    const ready = new Map<string, Promise<void>>();
    const startOne = async (item: Supervised): Promise<void> => {
      await Promise.all(item.dependsOn.map((name) => ready.get(name) ?? Promise.resolve()));
      const began = Date.now();
      this.report({ kind: 'starting', name: item.spec.name });
      const child = await this.launch(item);
      this.report({ kind: 'ready', name: item.spec.name, seconds: (Date.now() - began) / 1000 });
      this.watchers.push(this.watch(item, child));
    };
    for (const item of inOrder(this.processes)) {
      const started = startOne(item);
      ready.set(item.spec.name, started);
      started.catch(() => this.stopping.abort()); // cancel the other starts
    }
    const results = await Promise.allSettled([...ready.values()]);
    const failures = results.filter((result) => result.status === 'rejected');
    if (failures.length > 0) {
      await this.stop();
      // the first failure is the cause; later ones follow from it
      throw this.firstFailure ?? failures[0]?.reason;
    }
  }

  /** Stops everything, user-facing processes first and stores last. Idempotent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const stages = [...new Set(this.processes.map((item) => item.stage))].sort((a, b) => b - a);
    for (const stage of stages) {
      await Promise.all(this.processes.filter((item) => item.stage === stage).map((item) => this.stopOne(item)));
    }
    await Promise.all(this.watchers);
    this.guard.close();
  }

  private async launch(item: Supervised): Promise<RunningChild> {
    if (item.isLater) await this.othersRun();
    const leave = item.isFirst ? undefined : await this.gate.enter(this.processes.indexOf(item));
    // slow processes wait for something other than the processor, so free their slot
    const late = setTimeout(() => leave?.(), GATE_MS);
    try {
      if (this.stopping.signal.aborted) throw new StartError(`${item.spec.name} was not started any more.`);
      const child = await startChild(item.spec, {
        logFile: item.logFile,
        guard: this.guard,
        signal: this.stopping.signal,
        ...(leave && { onUp: leave }),
      });
      if (this.stopping.signal.aborted) {
        await child.stop(); // became ready during the stop
        throw new StartError(`${item.spec.name} was stopped while it started.`);
      }
      this.running.set(item.spec.name, child);
      this.wakeLater();
      return child;
    } catch (error) {
      this.firstFailure ??= error;
      throw error;
    } finally {
      clearTimeout(late);
      leave?.();
    }
  }

  /** Waits until all processes needed by requests are ready, with a timeout: one may not recover. */
  private async othersRun(): Promise<void> {
    if (this.areOthersThere()) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.stopping.signal.removeEventListener('abort', go);
        this.later.delete(go);
        resolve();
      };
      const timer = setTimeout(go, LATER_MS);
      this.stopping.signal.addEventListener('abort', go);
      this.later.add(go);
    });
  }

  private areOthersThere(): boolean {
    return this.processes.every(({ spec, isLater }) => isLater || this.running.has(spec.name));
  }

  private wakeLater(): void {
    if (this.later.size > 0 && this.areOthersThere()) for (const go of this.later) go();
  }

  private async stopOne(item: Supervised): Promise<void> {
    const child = this.running.get(item.spec.name);
    if (!child) return;
    this.report({ kind: 'stopping', name: item.spec.name });
    const exit = await child.stop();
    this.running.delete(item.spec.name);
    this.report({ kind: 'stopped', name: item.spec.name, how: howItEnded(exit) });
  }

  /** Monitors a process until it ends. @returns whether it hung and was killed */
  private async hangs({ spec }: Supervised, child: RunningChild): Promise<boolean> {
    if (!spec.isAlive) return false;
    const over = new AbortController();
    void child.exited.then(() => over.abort());
    const signal = AbortSignal.any([over.signal, this.stopping.signal]);
    for (let inVain = 0; inVain < LOOKS_IN_VAIN;) {
      const pause = this.delays.look ?? (inVain > 0 ? LOOK_AGAIN_MS : LOOK_MS);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
      inVain = (await spec.isAlive()) ? 0 : inVain + 1;
    }
    if (signal.aborted) return false;
    process.kill(child.pid, 'SIGKILL');
    return true;
  }

  private async watch(item: Supervised, first: RunningChild): Promise<void> {
    let child = first;
    let delay = this.delays.first;
    for (;;) {
      const began = Date.now();
      const isHung = await this.hangs(item, child);
      const exit = await child.exited;
      if (this.stopping.signal.aborted) return;
      this.running.delete(item.spec.name);
      if (Date.now() - began > STABLE_MS) delay = this.delays.first;
      let how = isHung ? 'did not answer any more and was ended' : howItEnded(exit);
      let next: RunningChild | undefined;
      while (next === undefined) {
        this.report({
          kind: 'died',
          name: item.spec.name,
          how,
          lastWords: lastLines(item.logFile, 3, child.logStart).map(readable),
          restartSeconds: delay / 1000,
        });
        await sleep(delay, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        if (this.stopping.signal.aborted) return;
        delay = Math.min(delay * 2, item.longestDelayMs ?? this.delays.longest);
        try {
          next = await this.launch(item);
        } catch (error) {
          if (this.stopping.signal.aborted) return;
          how = messageOf(error);
        }
      }
      child = next;
      this.report({ kind: 'restarted', name: item.spec.name });
    }
  }
}

function howItEnded(exit: { code: number | null; signal: NodeJS.Signals | null }): string {
  if (exit.signal !== null) return `ended by ${exit.signal}`;
  return exit.code === 0 ? 'ended' : `ended with code ${exit.code ?? 'unknown'}`;
}

/**
 * Limits concurrent starts, in priority order: if all started at once, all would be ready late, although half would
 * suffice.
 */
export class Gate {
  readonly #waiting: { place: number; enter: () => void }[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** @returns releases the slot; idempotent */
  async enter(place: number): Promise<() => void> {
    if (this.#room > 0) this.#room--;
    else
      await new Promise<void>((enter) => {
        this.#waiting.push({ place, enter });
        this.#waiting.sort((a, b) => a.place - b.place);
      });
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const next = this.#waiting.shift();
      if (next) next.enter();
      else this.#room++;
    };
  }
}

/** Topological order; unknown dependencies count as ready. */
function inOrder(processes: readonly Supervised[]): Supervised[] {
  const sorted: Supervised[] = [];
  const visit = (item: Supervised, path: readonly string[]): void => {
    if (sorted.includes(item)) return;
    if (path.includes(item.spec.name)) throw new Error(`processes wait for each other: ${path.join(', ')}`);
    for (const name of item.dependsOn) {
      const other = processes.find((candidate) => candidate.spec.name === name);
      if (other) visit(other, [...path, item.spec.name]);
    }
    sorted.push(item);
  };
  for (const item of processes) visit(item, []);
  return sorted;
}
