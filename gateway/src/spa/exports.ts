import type { Router } from 'express';
import { about, act } from '../http/audit/audit-subject.js';
import { invalidFields, notFound } from '@symbio/runtime';
import type { RateLimits } from '../http/auth/rate-limits.js';
import type { Clients } from '../clients.js';
import { FORMATS, type ExportFormat } from '../exports/formats.js';
import { COLUMNS, KINDS, exportRows, workbookRows, type ExportKind } from '../exports/rows.js';
import { workbook } from '../exports/workbook.js';
import { pathId } from '../http/input.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const isKind = (text: string | undefined): text is ExportKind => (KINDS as readonly unknown[]).includes(text);
const isFormat = (text: string | undefined): text is ExportFormat => Object.hasOwn(FORMATS, text ?? '');

/** File name from a project's title: letters, digits and dashes. */
const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'project';

/**
 * GET /api/projects/{id}/export?what=features|mentions|annotations&format=geojson|kml|csv, and
 * GET /api/projects/{id}/workbook, an Excel file of them: file downloads.
 */
export function projectExports(
  clients: Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'project'>,
  limits: Pick<RateLimits, 'exports'>,
): Router {
  const router = strictRouter();
  methods(
    router,
    '/projects/:id/export',
    about('project', {
      get: ({ query: asked }) => act('exported', `export ${String(asked['what'])} as ${String(asked['format'])}`),
    }),
    {
      get: [
        limits.exports,
        async (request, response) => {
          const id = pathId(request, 'Project');
          const [what, format] = [query(request, 'what'), query(request, 'format')];
          if (!isKind(what) || !isFormat(format))
            throw invalidFields({
              ...(isKind(what) ? {} : { what: `what must be one of ${KINDS.join(', ')}` }),
              ...(isFormat(format) ? {} : { format: `format must be one of ${Object.keys(FORMATS).join(', ')}` }),
            });
          const parent = parentOf(request);
          const { project } = await clients.project.getProject({ id }, parent);
          if (!project) throw notFound('Project');
          const rows = await exportRows(clients, what, id, parent);
          const { type, write } = FORMATS[format];
          response.attachment(`${slug(project.title)}-${what}.${format}`);
          response.type(type).set('Cache-Control', 'no-store').send(write(rows, COLUMNS[what]));
        },
      ],
    },
  );
  methods(router, '/projects/:id/workbook', about('project', { get: act('exported', 'export as Excel workbook') }), {
    get: [
      limits.exports,
      async (request, response) => {
        const id = pathId(request, 'Project');
        const parent = parentOf(request);
        const { project } = await clients.project.getProject({ id }, parent);
        if (!project) throw notFound('Project');
        const [rows, { landUses }] = await Promise.all([
          workbookRows(clients, id, parent),
          clients.feature.listLandUses({}, parent),
        ]);
        const labels = new Map(landUses.map(({ value, label }) => [value, label]));
        response.attachment(`${slug(project.title)}-evidence.xlsx`);
        response
          .type('xlsx')
          .set('Cache-Control', 'no-store')
          .send(await workbook(rows, labels));
      },
    ],
  });
  return router;
}
