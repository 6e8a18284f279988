import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { acquireLock } from './file-lock.mjs';

let parent: string;
eachInFolder((made) => (parent = made));
let lock: string;
let order: string[];
beforeEach(() => {
  lock = path.join(parent, 'cache', 'lock');
  order = [];
});
afterEach(() => void jest.restoreAllMocks());

const ask = (who: string): Promise<() => void> =>
  acquireLock(lock, () => order.push(`${who} waits`), 1).then((end) => {
    order.push(`${who} begins`);
    return () => {
      order.push(`${who} ends`);
      end();
    };
  });

/** Simulates a suspended or killed holder: no heartbeat for a minute. */
function silence(): void {
  const before = new Date(Date.now() - 60_000);
  for (const name of fs.readdirSync(lock)) fs.utimesSync(path.join(lock, name), before, before);
}

describe('the lock of commands that install and compile', () => {
  it('is held by one process at a time, and leaves no file', async () => {
    const end = await ask('the first');
    const second = ask('the second');
    end();
    (await second)();
    expect(order).toEqual([
      'the first begins',
      'the second waits',
      'the first ends',
      'the second begins',
      'the second ends',
    ]);
    expect(fs.readdirSync(path.dirname(lock))).toEqual(['lock']);
    expect(fs.readdirSync(lock)).toEqual([]);
  });

  it('ignores a killed holder', async () => {
    const endKilled = await ask('the killed');
    silence();
    (await ask('the next'))();
    expect(order).toEqual(['the killed begins', 'the next begins', 'the next ends']);
    endKilled();
  });

  it('is held by one process at a time when two find a stale holder together', async () => {
    const endKilled = await ask('the killed');
    silence();
    const remove = fs.rmSync;
    let quick: Promise<() => void> | undefined;
    jest.spyOn(fs, 'rmSync').mockImplementationOnce((...what) => {
      // the slow one has seen the stale file; before it removes it, the quick one does and takes the lock
      quick = ask('the quick');
      remove(...what);
    });
    const slow = ask('the slow');
    const third = ask('the third');
    const endQuick = await quick;
    expect(order).toEqual(['the killed begins', 'the slow waits', 'the third waits', 'the quick begins']);
    endQuick?.();
    await Promise.all([slow, third].map((asked) => asked.then((end) => end())));
    endKilled();
  });

  it('is held by one process at a time when two find it free together', async () => {
    const rename = fs.renameSync;
    let quick: Promise<() => void> | undefined;
    jest.spyOn(fs, 'renameSync').mockImplementationOnce((...what) => {
      quick = ask('the quick');
      rename(...what);
    });
    const slow = ask('the slow');
    (await quick)?.();
    (await slow)();
    expect(order).toEqual(['the slow waits', 'the quick begins', 'the quick ends', 'the slow begins', 'the slow ends']);
  });

  it('is released by its holder only, even by one suspended so long that another took it', async () => {
    const endStopped = await ask('the stopped');
    silence();
    const endSecond = await ask('the second');
    endStopped();
    const third = ask('the third');
    endSecond();
    (await third)();
    expect(order).toEqual([
      'the stopped begins',
      'the second begins',
      'the stopped ends',
      'the third waits',
      'the second ends',
      'the third begins',
      'the third ends',
    ]);
  });
});
