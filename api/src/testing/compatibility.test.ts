/** Existing clients must keep working unless the version changes. */
import { readFileSync } from 'node:fs';
import { API_VERSION, openApiDocument, operations } from '../index.js';
import { breakingChanges, type ComparedDocument } from './breaking-changes.js';

interface Released extends ComparedDocument {
  info: { version: string };
}

it('the document has no breaking change, or another version', () => {
  const released = JSON.parse(readFileSync(new URL('../../released.json', import.meta.url), 'utf8')) as Released;
  const current = JSON.parse(JSON.stringify(openApiDocument(operations))) as ComparedDocument;
  const broken = released.info.version === API_VERSION ? breakingChanges(released, current) : [];
  // restore compatibility, or change API_VERSION and run `npm run openapi -- released`
  expect(broken).toEqual([]);
});
