import { app, BinaryAnswer } from '@symbio/api';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { FORMATS } from '../exports/formats.js';
import { COLUMNS, exportRows, workbookRows } from '../exports/rows.js';
import { coverageWorkbook, recordsWorkbook, workbook } from '../exports/workbook.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** File name from a project's title: letters, digits and dashes. */
const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'project';

/** @param fileName letters, digits, dashes and dots */
const download = (fileName: string, type: string, bytes: Uint8Array): BinaryAnswer =>
  new BinaryAnswer(type, bytes, {
    'Content-Disposition': `attachment; filename=${fileName}`,
    'Cache-Control': 'no-store',
  });

/** Evidence of a project as file downloads. */
export function projectExports(
  clients: Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'project' | 'records'>,
): Route[] {
  const slugOf = async (id: string, parent: CallParent): Promise<string> =>
    slug(required((await clients.project.getProject({ id }, parent)).project).title);
  return [
    route(app.exports.exportProject, async ({ params: { id }, query: { what, format } }, { parent }) => {
      const name = await slugOf(id, parent);
      const { type, write } = FORMATS[format];
      const text = write(await exportRows(clients, what, id, parent), COLUMNS[what]);
      return download(`${name}-${what}.${format}`, type, Buffer.from(text));
    }),
    route(app.exports.exportWorkbook, async ({ params: { id }, query: { what } }, { parent }) => {
      const name = await slugOf(id, parent);
      if (what === 'records') {
        const rows = await exportRows(clients, 'records', id, parent);
        return download(`${name}-records.xlsx`, XLSX, await recordsWorkbook(rows));
      }
      if (what === 'coverage') {
        const kinds = ['coverage', 'gaps', 'interviews', 'lien_searches', 'user_answers'] as const;
        const rows = await Promise.all(kinds.map((kind) => exportRows(clients, kind, id, parent)));
        const [cells = [], gaps = [], interviews = [], lienSearches = [], userAnswers = []] = rows;
        const file = await coverageWorkbook({ cells, gaps, interviews, lienSearches, userAnswers });
        return download(`${name}-coverage.xlsx`, XLSX, file);
      }
      const [rows, { landUses }] = await Promise.all([
        workbookRows(clients, id, parent),
        clients.feature.listLandUses({}, parent),
      ]);
      const labels = new Map(landUses.map(({ value, label }) => [value, label]));
      return download(`${name}-evidence.xlsx`, XLSX, await workbook(rows, labels));
    }),
  ];
}
