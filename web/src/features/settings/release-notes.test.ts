import { CLIENT_VERSION } from '../../lib/ui/product.js';
import { RELEASE_NOTES } from './release-notes.js';

const notes = RELEASE_NOTES.flatMap(({ summary, sections }) => [
  summary,
  ...sections.flatMap(({ changes }) => changes),
]);

describe('the release notes', () => {
  it.each([
    ['the dashboard of projects (SET-18)', [/projects dashboard.*optimistic updates/i]],
    ['upload and classification (SET-19)', [/upload/i, /classification.*confidence and reasoning/i]],
    ['viewing of pages (SET-20)', [/historical maps.*fire insurance maps/i]],
    ['annotations (SET-21)', [/ellipse annotations.*document_page_id/i]],
    ['features of interest (SET-22)', [/coordinates and land use/i, /nearby features within 50 m/i]],
    ['mentions (SET-23)', [/mentions.*confidence score/i, /version.*status/i]],
    ['background jobs (SET-24)', [/type, status, attempts, document filename and duration/i, /error logs/i]],
    ['the issue tracker (SET-25)', [/comment threads/i, /^status/i, /context path/i]],
    [
      'the public API (SET-26)',
      [
        /bearer-token authorization.*Documents and Document Pages with signed URLs, authors, annotations, features of interest, mentions and their history/,
      ],
    ],
    [
      'permissions and themes (SET-27)',
      [/permission-gated workflow steps: Agents.*administrators.*team members/i, /dark mode.*operating system/i],
    ],
  ])('include %s', (_what, parts) => {
    for (const part of parts) expect(notes.filter((note) => part.test(note))).not.toEqual([]);
  });

  it('range from 0.1.0 to the current version, newest first, each once (SET-17, decision 0163)', () => {
    const versions = RELEASE_NOTES.map(({ version }) => version);
    const newestFirst = [...new Set(versions)].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    expect(versions).toEqual(newestFirst);
    expect([versions[0], versions.at(-1)]).toEqual([CLIENT_VERSION, '0.1.0']);
    expect(RELEASE_NOTES.find(({ version }) => version === '0.2.0')?.date).toBe('26 September 2025');
  });
});
