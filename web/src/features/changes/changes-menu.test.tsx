import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { ChangesMenu } from './changes-menu.js';

const SINCE = '2026-11-20T12:00:00.000Z';
const UNTIL = '2026-11-21T12:00:00.000Z';
const group = (kind: string, count: number, over: object = {}) => ({
  ...{ kind, count, at: UNTIL, who: 'Ada Marsh', who_type: 'human', via: null },
  items: [{ title: 'Gas works', path: '/projects/p/insights?feature=f-1' }],
  ...over,
});

function shown() {
  const server = fakeServer();
  const empty = { since: SINCE, until: UNTIL, counts: [], changes: [] };
  let data: object = {
    ...empty,
    counts: [
      { kind: 'mentioned_you', count: 1 },
      { kind: 'finding_accepted', count: 3 },
    ],
    changes: [
      group('mentioned_you', 1),
      group('finding_accepted', 3, { via: 'key' }),
      group('document_read', 1, { who: null, items: [{ title: 'Sanborn 1928', path: '/projects/p/documents/d' }] }),
    ],
  };
  server.on('GET /api/projects/p/changes', () => ({ json: { data } }));
  server.on('POST /api/projects/p/changes/seen', () => {
    data = empty;
    return { json: { data: { seen_at: UNTIL } } };
  });
  return { server, ...renderScreen(<ChangesMenu projectId="p" />) };
}

it('what changed is counted, said in sentences with links, and marked as seen', async () => {
  const { server, user } = shown();
  await user.click(await screen.findByRole('button', { name: 'What changed: 4 new' }));
  await screen.findByText('1 comment that mentions you');
  const [first, second, third] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Ada Marsh mentioned you on Gas works/);
  expect(second?.textContent).toMatch(/^Ada Marsh \(by API key\) accepted 3 findings: Gas works and 2 more/);
  expect(third?.textContent).toMatch(/^Symbio read the document Sanborn 1928/);
  expect(screen.getByRole('link', { name: 'Sanborn 1928' }).getAttribute('href')).toBe('/projects/p/documents/d');
  await user.click(screen.getByRole('button', { name: 'Mark all as seen' }));
  await screen.findByText('Nothing new.');
  await waitFor(() =>
    expect(server.requestsOf('POST /api/projects/p/changes/seen')[0]?.body).toEqual({ until: UNTIL }),
  );
});

it.each([
  [0, 'What changed', ''],
  [4, 'What changed: 4 new', '4'],
  [11, 'What changed: 11 new', '11'],
  [250, 'What changed: 99+ new', '99+'],
])('the name of the button contains the count that it shows: %d', async (count, name, shown) => {
  const server = fakeServer();
  const data = {
    ...{ since: SINCE, until: UNTIL, changes: [] },
    counts: count === 0 ? [] : [{ kind: 'finding_accepted', count }],
  };
  server.on('GET /api/projects/p/changes', () => ({ json: { data } }));
  renderScreen(<ChangesMenu projectId="p" />);
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(server.requestsOf('GET /api/projects/p/changes')).toHaveLength(1));
  expect(button.textContent).toBe(shown);
});
