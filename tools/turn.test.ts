import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ownTurn } from './turn.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-turn-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('commands that install and compile', () => {
  it('have their turn one after the other', async () => {
    const file = path.join(folder, 'cache', 'turn');
    const order: string[] = [];
    const end = await ownTurn(file, () => order.push('the first waits'), 1);
    const second = ownTurn(file, () => order.push('the second waits'), 1).then((endSecond) => {
      order.push('the second begins');
      return endSecond;
    });
    await new Promise((resolve) => setImmediate(resolve));
    order.push('the first ends');
    end();
    (await second)();
    expect(order).toEqual(['the second waits', 'the first ends', 'the second begins']);
    expect(fs.existsSync(file)).toBe(false);
  });

  it('wait for none that was killed', async () => {
    const file = path.join(folder, 'turn');
    fs.writeFileSync(file, '1\n');
    const before = new Date(Date.now() - 60_000);
    fs.utimesSync(file, before, before);
    (await ownTurn(file, () => undefined, 1))();
    expect(fs.existsSync(file)).toBe(false);
  });
});
