import { readOptions } from './options.js';
import { counted } from '../harness/report.js';
import { resultTable } from './report.js';

describe('options of hostile input', () => {
  it('select all parts, or the named ones in their order', () => {
    expect(readOptions([])).toMatchObject({ mutations: 1000, seed: 1 });
    expect(readOptions([]).parts).toEqual(['files', 'bombs', 'text', 'operators', 'paths', 'slow']);
    expect(readOptions(['slow', 'text', '--seed', '7'])).toMatchObject({ parts: ['text', 'slow'], seed: 7 });
  });

  it('are refused with a sentence and the existing parts', () => {
    expect(() => readOptions(['txt'])).toThrow('There is no "txt"; there are files, bombs');
    expect(() => readOptions(['--mutations', 'many'])).toThrow('it must be a whole number from 0 to 1000000');
  });
});

describe('the table of hostile input', () => {
  it('counts answers and faults', () => {
    expect(counted(['400', '201', '400'])).toBe('400 2, 201 1');
    const row = { part: 'text', name: 'a|b', tried: 3, answered: '400 3', faults: ['x'], seen: '', seconds: 1.4 };
    expect(
      resultTable([row])
        .split('\n')[2]
        ?.split(' | ')
        .map((cell) => cell.trim()),
    ).toEqual(['| text', 'a\\|b', '3', '400 3', '1', '', '1       |']);
  });
});
