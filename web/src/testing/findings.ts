import { fireEvent, screen } from '@testing-library/react';
import { fakeServer } from './fake-server.js';
import type { FakeServer } from './fake-server.js';
import { project } from './fixtures.js';
import type { Feature, Mention, MentionRecord } from '../evidence/evidence-api.js';
import { signedIn } from './sign-in.js';

export const feature = (id: string, name: string, coordinate: string): Feature => ({
  id,
  project_id: project.id,
  name,
  land_use: ['gas_station'],
  coordinate,
  author_id: 'me',
  created_at: '2026-01-02T12:00:00.000Z',
  updated_at: '2026-01-02T12:00:00.000Z',
});
export const record = (changes: Partial<MentionRecord>): MentionRecord => ({
  id: 'h1',
  mention_id: 'm1',
  feature_of_interest_id: 'f1',
  source_annotation_id: 'a1',
  author_id: 'me',
  author: { id: 'me', author_type: 'human', display_name: 'Ada Marsh' },
  narrative: 'Two pumps on the 1924 sheet.',
  confidence: 8,
  use_type: 'historical',
  status: 'active',
  created_at: '2026-01-03T12:00:00.000Z',
  ...changes,
});
export const loose = {
  id: 'm9',
  feature_of_interest_id: null,
  source_annotation_id: 'a9',
  current_history_id: 'h9',
  suggested_land_use: 'gas_station',
  current_narrative: 'The sheet reads COAL YARD.',
  current_confidence: 5,
  current_use_type: 'suspected',
  created_at: '2026-01-03T12:00:00.000Z',
} as Mention;

export const place = { centerX: 100, centerY: 200, radiusX: 30, radiusY: 20, theta: 0.5 };

const marked = { document_id: 'd1', document_page_id: 'p4', annotation_type: 'ellipse', coordinates: place };

/** Three features: one with findings, and a finding without a feature. */
export async function serverWithFindings(): Promise<FakeServer> {
  const server = fakeServer();
  server.on('GET /api/public/comments', { json: { data: [] } });
  server.on('GET /api/public/determinations', { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/assignments`, { json: { data: [] } });
  await signedIn(server);
  server.on('GET /api/annotations/a1', {
    json: {
      data: {
        id: 'a1',
        document_id: 'd1',
        document_page_id: 'p4',
        annotation_type: 'ellipse',
        coordinates: place,
        content: 'Pumps',
        author_type: 'human',
        author_name: 'Ada Marsh',
        created_at: '2026-01-03T12:00:00.000Z',
      },
    },
  });
  server.on(`GET /api/projects/${project.id}/annotations`, {
    json: {
      data: [
        { ...marked, id: 'a1', content: 'Pumps', author_type: 'human', author_name: 'Ada Marsh' },
        { ...marked, id: 'a9', content: 'COAL YARD', author_type: 'ai_agent', decisions: [] },
        { ...marked, id: 'a8', content: 'TANK', author_type: 'human', author_name: 'Ada Marsh' },
      ],
    },
  });
  server.on('GET /api/documents', { json: { data: [{ id: 'd1', title: 'Sanborn 1924' }] } });
  server.on('GET /api/documents/d1', { json: { data: { id: 'd1', title: 'Sanborn 1924' } } });
  server.on('GET /api/documents/d1/pages', {
    json: {
      data: [
        {
          id: 'p4',
          document_id: 'd1',
          page_number: 4,
          status: 'ready',
          metadata: { page_type: 'sanborn_map', year: 1924 },
          tile_source: {
            Image: { Url: '/files/t/', Format: 'jpg', TileSize: '512', Size: { Width: '6400', Height: '7600' } },
          },
        },
      ],
    },
  });
  server.on('GET /api/public/features', {
    json: {
      data: [
        feature('f1', 'Filling Station', '(-73.99,40.7)'),
        feature('f2', 'Dry Cleaner', '(-73.99,40.70025)'),
        feature('f3', 'Gas Works', '(-73.9,40.8)'),
      ],
    },
  });
  server.on('GET /api/public/mentions', {
    json: {
      data: [
        {
          ...loose,
          id: 'm1',
          feature_of_interest_id: 'f1',
          source_annotation_id: 'a1',
          current_narrative: 'Pumps at the corner.',
        },
      ],
    },
  });
  server.on(`GET /api/projects/${project.id}/unassociated-mentions`, { json: { data: [loose] } });
  server.on('GET /api/land-uses', { json: { data: [{ value: 'gas_station', label: 'Gas station' }] } });
  server.on('GET /api/public/mention-history', ({ query }) => ({
    json: {
      data:
        query.get('feature_id') === 'f1' || query.get('annotation_id') === 'a1'
          ? [
              record({}),
              record({ id: 'h0', status: 'superseded', confidence: 6, narrative: 'A pump?', use_type: 'suspected' }),
            ]
          : [],
    },
  }));
  return server;
}

/** Table of all records; it is folded at first, and the choice is remembered. */
export async function unfoldedHistory(): Promise<HTMLElement> {
  const fold = await screen.findByRole('button', { name: /^History/ });
  if (fold.getAttribute('aria-expanded') === 'false') fireEvent.click(fold);
  return screen.findByRole('table', { name: 'Mentions' });
}
