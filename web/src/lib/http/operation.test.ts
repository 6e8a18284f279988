import { readdirSync, readFileSync } from 'node:fs';
import { operation } from './operation.js';

const SOURCE = new URL('../../', import.meta.url);

/** Addresses that no request of `operation` can give. */
const WRITTEN_BY_HAND: Readonly<Record<string, string>> = {
  'lib/http/operation.ts': 'the prefixes of the declared paths',
  'map/base-map.ts': 'MapLibre fills in the numbers of a tile',
  'features/records/radius/page-line.tsx': 'the address of a picture, whose commas stay as they are',
};

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file),
);

/** Lines with an address outside of `operation(...)` and `BodyOf<...>`. */
function handWritten(file: string): string[] {
  const source = readFileSync(new URL(file, SOURCE), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...source.matchAll(/['"`]\/api\/.*/g)].flatMap(({ 0: found, index }) =>
    /(?:\boperation\(|\bBodyOf<)[^;]*$/.test(source.slice(0, index)) ? [] : [found],
  );
}

it('screens take every path from the declared operations', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => handWritten(file).length > 0).sort()).toEqual(Object.keys(WRITTEN_BY_HAND).sort());
});

it('fills in encoded path parameters, and keeps query and body', () => {
  expect(operation('PUT', '/api/public/projects', { query: { id: 'a' }, body: { title: 'Cannery' } })).toEqual({
    ...{ url: '/api/public/projects', method: 'PUT' },
    ...{ params: { id: 'a' }, body: { title: 'Cannery' } },
  });
  expect(operation('GET', '/api/documents/{id}', { path: { id: '../me' } })).toEqual({
    ...{ url: '/api/documents/..%2Fme', method: 'GET' },
  });
});
