import { describe, expect, it } from '@jest/globals';
import { flameOf, flameSvg, packageOf, sharesOf, type CpuProfile } from './cpu-profile.js';

const frame = (functionName: string, url = '') => ({ functionName, url });
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 6] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('list', 'file:///symbio/services/project/dist/src/projects.js'), children: [4] },
    { id: 4, callFrame: frame('find', 'file:///symbio/node_modules/mongodb/lib/collection.js'), children: [5] },
    { id: 5, callFrame: frame('next', 'file:///symbio/node_modules/mongodb/lib/cursor.js') },
    { id: 6, callFrame: frame('(garbage collector)') },
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [5_000, 100, 200, 300, 400],
};

describe('a profile', () => {
  it('knows the package of a function', () => {
    expect(packageOf(frame('a', 'file:///x/node_modules/@grpc/grpc-js/build/src/client.js'))).toBe('@grpc/grpc-js');
    expect(packageOf(frame('a', 'file:///x/node_modules/a/node_modules/b/index.js'))).toBe('b');
    expect(packageOf(frame('a', 'file:///x/gateway/dist/src/app.js'))).toBe('gateway');
    expect(packageOf(frame('a', 'node:internal/http2/core'))).toBe('node:http2');
    expect(packageOf(frame('a', 'node:_http_outgoing'))).toBe('node:http_outgoing');
    expect(packageOf(frame('writev'))).toBe('native code');
  });

  it('adds up the time of each package, without the time in which nothing ran', () => {
    expect(sharesOf(flameOf(profile))).toEqual([
      { name: 'mongodb', share: 0.5 },
      { name: '(garbage collector)', share: 0.4 },
      { name: 'services/project', share: 0.1 },
      { name: 'all', share: 0 },
    ]);
  });

  it('is drawn with what a package called below it', () => {
    const flame = flameOf(profile);
    expect(flame.children.get('services/project')).toMatchObject({ total: 600, own: 100 });
    const svg = flameSvg(flame, 'list <project>');
    expect(svg).toContain('list &lt;project&gt;');
    expect(svg).toContain('mongodb 50.0 %');
    expect(svg.match(/<rect/g)).toHaveLength(4);
  });
});
