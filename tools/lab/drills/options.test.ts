import type { Drill } from './drill.js';
import { readOptions, usage } from './options.js';
import { withReport } from '../harness/report.js';

const drill = (name: string, needsRoot = false): Drill => ({
  name,
  title: `breaks ${name}`,
  needsRoot,
  act: () => Promise.resolve({ note: '' }),
});
const all = [drill('kill'), drill('blobs-full', true)];
const names = (...args: string[]): string[] => readOptions(args, all).drills.map(({ name }) => name);

describe('options of the drills', () => {
  it('select all drills, or the named ones in their order', () => {
    expect(names()).toEqual(['kill', 'blobs-full']);
    expect(names('blobs-full')).toEqual(['blobs-full']);
    expect(readOptions(['kill', '--rounds', '3'], all)).toMatchObject({ rounds: 3, perSecond: 6, list: false });
  });

  it('are refused with a sentence and the existing names', () => {
    expect(() => names('kil')).toThrow('There is no "kil"; there are kill, blobs-full.');
    expect(usage(all)).toContain('blobs-full  breaks blobs-full (needs root)');
    expect(() => names('--of', 'nobody')).toThrow('There is no process "nobody" of ours');
    expect(() => names('--rounds', '0')).toThrow('--rounds is "0"; it must be a whole number from 1 to 20.');
  });
});

describe('the page of drills', () => {
  it('gets the table of the last run instead of the previous one', () => {
    const page = 'What.\n\n<!-- written by npm run drill -->\n\nold\n\n<!-- end of what is written -->\n\nMore.\n';
    expect(withReport(page, 'new', 'npm run drill')).toBe(page.replace('old', 'new'));
    expect(() => withReport('nothing', 'new', 'npm run drill')).toThrow('the page lacks the lines');
  });
});
