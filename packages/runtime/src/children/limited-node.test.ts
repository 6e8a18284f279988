import { limitedNode, reservedCode } from './limited-node.js';

const NODE_24 = `0074d000-03081000 r-xp 0034d000 fe:00 5505437    /usr/bin/node
7fd9e4021000-7fd9e8000000 ---p 00000000 00:00 0
7fd9ea000000-7fda09d80000 rwxp 00000000 00:00 0
7fda09d80000-7fda09d90000 rw-p 00000000 00:00 0
7fda09e00000-7fda09f00000 rwxp 00000000 00:00 0
`;

describe('the limit of data', () => {
  it('leaves room for the code that Node.js reserves', () => {
    expect(reservedCode(NODE_24)).toBe(511);
    expect(reservedCode(NODE_24.replaceAll('rwxp', '---p'))).toBe(0);
    const script = limitedNode(['child.mjs'], { memoryMb: 400, cpu: 'ulimit -t 9' })[1][1] ?? '';
    const [, kilobytes] = /^ulimit -d (\d+); ulimit -t 9; exec "\$0" "\$@"$/.exec(script) ?? [];
    expect(Number(kilobytes)).toBeGreaterThanOrEqual(400 * 1024);
  });
});
