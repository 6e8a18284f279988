/** Word templates of reports: owners set that of a project, administrators that of the installation (decision 0149). */
import { strToU8, zipSync } from 'fflate';
import {
  ADMINISTRATOR,
  ADMINISTRATORS_ONLY,
  CREATOR,
  EDITORS_ONLY,
  KEYS,
  OWNER,
  READ,
  SIGNED_IN,
  VIEWERS_ONLY,
  allProcesses,
  grid,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const cites = 'OP-07 OP-21';
const OWNERS_IN_PERSON = grid(
  { ok: [ADMINISTRATOR, CREATOR, OWNER], 403: [...new Set([...EDITORS_ONLY, ...VIEWERS_ONLY, ...KEYS])] },
  404,
);
const DOCUMENT = zipSync({
  '[Content_Types].xml': strToU8('<Types/>'),
  'word/document.xml': strToU8('<w:p><w:r><w:t>{{findings}}</w:t></w:r></w:p>'),
});

function form(): FormData {
  const data = new FormData();
  data.set('files', new Blob([new Uint8Array(DOCUMENT)]), 'firm.docx');
  return data;
}

const ofProject = ({ projectId }: World): string => `/api/projects/${projectId}/report-template`;
const ofInstallation = '/api/report-template';

export const routes: RouteRow[] = [
  {
    route: 'GET /api/projects/:id/report-template',
    cites,
    call: (w) => ({ path: ofProject(w) }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/report-template',
    cites,
    call: (w) => ({ path: ofProject(w), body: form() }),
    allowed: OWNERS_IN_PERSON,
  },
  {
    route: 'DELETE /api/projects/:id/report-template',
    cites,
    call: (w) => ({ path: ofProject(w) }),
    allowed: OWNERS_IN_PERSON,
  },
  { route: 'GET /api/report-template', cites, call: () => ({ path: ofInstallation }), allowed: SIGNED_IN },
  {
    route: 'POST /api/report-template',
    cites,
    call: () => ({ path: ofInstallation, body: form() }),
    allowed: ADMINISTRATORS_ONLY,
  },
  {
    route: 'DELETE /api/report-template',
    cites,
    call: () => ({ path: ofInstallation }),
    allowed: ADMINISTRATORS_ONLY,
  },
];

const reports = callsOf('reports');
const byPeople = { cites, processes: allProcesses(403), allowed: OWNERS_IN_PERSON };

export const calls: CallRow[] = [
  reports('getTemplates', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  reports('saveTemplate', {
    ...byPeople,
    request: (w) => ({ projectId: w.projectId, fileName: 'firm.docx', document: Buffer.from(DOCUMENT) }),
  }),
  reports('removeTemplate', { ...byPeople, request: (w) => ({ projectId: w.projectId }) }),
];
