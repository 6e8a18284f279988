import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ownTurn } from './file-lock.mjs';

let parent: string;
let turn: string;
let order: string[];
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-turn-'));
  turn = path.join(parent, 'cache', 'turn');
  order = [];
});
afterEach(() => {
  jest.restoreAllMocks();
  fs.rmSync(parent, { recursive: true });
});

/** Asks for the turn at once, and notes whether this one has to wait and when it begins. */
const ask = (who: string): Promise<() => void> =>
  ownTurn(turn, () => order.push(`${who} waits`), 1).then((end) => {
    order.push(`${who} begins`);
    return () => {
      order.push(`${who} ends`);
      end();
    };
  });

/** What a command does that stops, or is killed, while it has its turn: it gives no sign of life for a minute. */
function silence(): void {
  const before = new Date(Date.now() - 60_000);
  for (const name of fs.readdirSync(turn)) fs.utimesSync(path.join(turn, name), before, before);
}

describe('commands that install and compile', () => {
  it('have their turn one after the other, and leave nothing', async () => {
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
    expect(fs.readdirSync(path.dirname(turn))).toEqual(['turn']);
    expect(fs.readdirSync(turn)).toEqual([]);
  });

  it('wait for none that was killed', async () => {
    const endKilled = await ask('the killed');
    silence();
    (await ask('the next'))();
    expect(order).toEqual(['the killed begins', 'the next begins', 'the next ends']);
    endKilled();
  });

  it('have their turn one after the other where two find a killed one at once', async () => {
    const endKilled = await ask('the killed');
    silence();
    const remove = fs.rmSync;
    let quick: Promise<() => void> | undefined;
    jest.spyOn(fs, 'rmSync').mockImplementationOnce((...what) => {
      // the slow one has seen the killed one's file; before it removes it, the quick one does, and has its turn
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

  it('have their turn one after the other where two find none at once', async () => {
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

  it('end no turn but their own, even when stopped for so long that another one has it', async () => {
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
