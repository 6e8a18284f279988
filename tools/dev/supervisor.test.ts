import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { lastLines, readable, type ChildSpec } from './child-process.js';
import { freePort, isListening } from '@symbio/fixtures/ports';
import { Gate, Supervisor, type Supervised, type SupervisorEvent } from './supervisor.js';

/** Serves a port until SIGTERM, and records start and end, the start before the port opens. */
const SERVER = `
const fs = require('fs');
const [, port, journal, name] = process.argv;
const note = (what) => fs.appendFileSync(journal, name + ' ' + what + '\\n');
process.on('SIGTERM', () => { note('down'); process.exit(0); });
note('up');
require('net').createServer().listen(Number(port), '127.0.0.1');
`;

describe('the supervisor', () => {
  let folder: string;
  let journal: string;
  let events: SupervisorEvent[];
  let supervisor: Supervisor | undefined;

  afterEach(() => supervisor?.stop());
  eachInFolder((made) => (folder = made));
  beforeEach(() => {
    journal = path.join(folder, 'journal');
    events = [];
  });

  const process_ = async (
    name: string,
    more: Partial<Omit<Supervised, 'spec'>> & { code?: string; spec?: Partial<ChildSpec> } = {},
  ): Promise<Supervised> => {
    const port = await freePort();
    return {
      dependsOn: more.dependsOn ?? [],
      stage: more.stage ?? 0,
      longestDelayMs: more.longestDelayMs,
      isLater: more.isLater ?? false,
      logFile: path.join(folder, `${name}.log`),
      spec: {
        name,
        command: process.execPath,
        args: ['-e', more.code ?? SERVER, String(port), journal, name],
        isReady: () => isListening(port),
        ...more.spec,
      },
    };
  };
  const supervise = (processes: Supervised[], starts?: number): Supervisor =>
    (supervisor = new Supervisor(
      processes,
      (event) => events.push(event),
      { first: 10, longest: 40, look: 10 },
      starts,
    ));
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const kill = (running: Supervisor, name: string): number => {
    const pid = running.pid(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGKILL');
    return pid;
  };
  const journalLines = (): string[] => fs.readFileSync(journal, 'utf8').trim().split('\n');

  it('starts dependencies first, and stops them last', async () => {
    const processes = [
      await process_('gateway', { dependsOn: ['store', 'elsewhere'], stage: 1 }),
      await process_('store'),
    ];
    const running = supervise(processes);
    await running.start();
    await running.stop();
    expect(journalLines()).toEqual(['store up', 'gateway up', 'gateway down', 'store down']);
  });

  it('starts processes that no request needs after all others, even if those have ended', async () => {
    const running = supervise([
      await process_('worker', { isLater: true }),
      await process_('store'),
      await process_('service'),
    ]);
    await running.start();
    for (const name of ['store', 'service']) kill(running, name);
    await until(() => events.filter(({ kind }) => kind === 'died').length === 2);
    kill(running, 'worker');
    await until(() => events.filter(({ kind }) => kind === 'restarted').length === 3);
    const ups = journalLines();
    expect([ups[2], ups[5]]).toEqual(['worker up', 'worker up']);
    expect(ups).toHaveLength(6);
  });

  it('starts the next process when one is loaded and only waits for its dependencies', async () => {
    let isStoreThere = false;
    const asked = await process_('service');
    const running = supervise(
      [
        { ...asked, spec: { ...asked.spec, isReady: () => Promise.resolve(isStoreThere), isUp: asked.spec.isReady } },
        await process_('store'),
      ],
      1,
    );
    const started = running.start();
    await until(() => fs.existsSync(journal) && journalLines().includes('store up'));
    expect(journalLines()).toEqual(['service up', 'store up']);
    isStoreThere = true;
    await started;
  });

  it('ends a process that hangs, and starts it again', async () => {
    let hangs = false;
    const running = supervise([await process_('store', { spec: { isAlive: () => Promise.resolve(!hangs) } })]);
    await running.start();
    const before = running.pid('store');
    hangs = true;
    await until(() => events.some(({ kind }) => kind === 'died'));
    hangs = false;
    await until(() => events.some(({ kind }) => kind === 'restarted'));
    expect(events.find(({ kind }) => kind === 'died')).toMatchObject({ how: 'did not answer any more and was ended' });
    expect(running.pid('store')).not.toBe(before);
  });

  it('limits the wait for a process on which all others wait', async () => {
    const running = supervise([await process_('store', { longestDelayMs: 10 }), await process_('other')]);
    await running.start();
    const pauses = async (name: string): Promise<number[]> => {
      for (let end = 1; end <= 3; end++) {
        kill(running, name);
        await until(() => events.filter((event) => event.kind === 'restarted' && event.name === name).length === end);
      }
      return events.flatMap((event) =>
        event.kind === 'died' && event.name === name ? [Math.round(event.restartSeconds * 1000)] : [],
      );
    };
    expect(await pauses('store')).toEqual([10, 10, 10]);
    expect(await pauses('other')).toEqual([10, 20, 40]);
  });

  it('restarts a process that died, and reports its last log lines', async () => {
    const running = supervise([await process_('service')]);
    await running.start();
    const before = kill(running, 'service');
    await until(() => events.some((event) => event.kind === 'restarted'));
    expect(running.pid('service')).not.toBe(before);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'died', how: 'ended by SIGKILL', restartSeconds: 0.01 }),
    );
  });

  it('waits longer each time for a process that keeps failing', async () => {
    const flag = path.join(folder, 'broken');
    const code = `if (require('fs').existsSync('${flag}')) { console.log(JSON.stringify({ msg: 'no', reason: 'it is broken' })); process.exit(3); } ${SERVER}`;
    const running = supervise([await process_('service', { code })]);
    await running.start();
    fs.writeFileSync(flag, '');
    kill(running, 'service');
    const deaths = (): Extract<SupervisorEvent, { kind: 'died' }>[] => events.filter((event) => event.kind === 'died');
    await until(() => deaths().length >= 5);
    expect(
      deaths()
        .map((event) => event.restartSeconds)
        .slice(0, 5),
    ).toEqual([0.01, 0.02, 0.04, 0.04, 0.04]);
    expect(deaths()[1]?.how).toBe('service ended while it started: no: it is broken');
    fs.rmSync(flag);
    await until(() => events.some((event) => event.kind === 'restarted'));
  });

  it('stops everything when one process cannot be started, and says why', async () => {
    const running = supervise([
      await process_('store'),
      await process_('service', {
        dependsOn: ['store'],
        code: `console.error('the port is taken'); process.exit(1)`,
      }),
    ]);
    await expect(running.start()).rejects.toThrow('service ended while it started: the port is taken');
    expect(journalLines()).toEqual(['store up', 'store down']);
  });

  it('lets a process explain its own failure', async () => {
    const running = supervise([
      await process_('store', {
        code: 'process.abort()',
        spec: { explain: (exit) => (exit.signal === 'SIGABRT' ? 'The files are damaged.' : undefined) },
      }),
    ]);
    await expect(running.start()).rejects.toThrow('The files are damaged.');
  });

  it('says which program is missing', async () => {
    const running = supervise([await process_('store', { spec: { command: '/nowhere/at-all' } })]);
    await expect(running.start()).rejects.toThrow(/store could not be started: .*ENOENT/);
  });

  it('kills a process that does not stop', async () => {
    const code = SERVER.replace('process.exit(0)', '0');
    const running = supervise([await process_('stubborn', { code, spec: { stopWithinMs: 100 } })]);
    await running.start();
    await running.stop();
    expect(events).toContainEqual({ kind: 'stopped', name: 'stubborn', how: 'ended by SIGKILL' });
  });

  it('stops starting when it is stopped in between', async () => {
    const running = supervise([
      await process_('store'),
      await process_('slow', { dependsOn: ['store'], code: 'setInterval(() => 0, 1000)' }),
    ]);
    const started = running.start();
    started.catch(() => undefined);
    await until(() => events.some((event) => event.kind === 'starting' && event.name === 'slow'));
    await running.stop();
    await expect(started).rejects.toThrow('slow was stopped while it started.');
  });

  it('refuses circular dependencies', async () => {
    const running = supervise([await process_('a', { dependsOn: ['b'] }), await process_('b', { dependsOn: ['a'] })]);
    await expect(running.start()).rejects.toThrow('processes wait for each other');
  });
});

describe('the message of a log line', () => {
  it('is the message and the reason of a JSON line, or the line itself', () => {
    expect(readable('{"level":60,"msg":"could not start","reason":"NATS_URL: missing"}')).toBe(
      'could not start: NATS_URL: missing',
    );
    expect(readable('{"msg":"failed","err":{"message":"boom"}}')).toBe('failed: boom');
    expect(readable('plain words')).toBe('plain words');
  });

  it('is that of the last lines after a position in the file', () => {
    const file = path.join(os.tmpdir(), `symbio-log-${process.pid}`);
    fs.writeFileSync(file, 'one\ntwo\n\nthree\n');
    expect(lastLines(file, 2)).toEqual(['two', 'three']);
    expect(lastLines(file, 2, 'one\ntwo\n\n'.length)).toEqual(['three']);
    expect(lastLines(`${file}-absent`, 2)).toEqual([]);
    fs.rmSync(file);
  });
});

describe('the limit of concurrent starts', () => {
  it('admits processes up to the limit, then those earlier in the order', async () => {
    const gate = new Gate(1);
    const order: number[] = [];
    const leaves: (() => void)[] = [];
    const leave = await gate.enter(9);
    const entered = [3, 1, 2].map(async (place) => {
      leaves.push(await gate.enter(place));
      order.push(place);
    });
    leave();
    leave();
    await entered[1];
    expect(order).toEqual([1]);
    leaves[0]!();
    await entered[2];
    leaves[1]!();
    await Promise.all(entered);
    expect(order).toEqual([1, 2, 3]);
  });
});
