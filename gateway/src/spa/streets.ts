import { app } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { fileMessages } from '../http/multipart.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentStreetFile, presentStreetPlace } from '../present/streets.js';
import { success } from '../present/answers.js';

const operations = app.streets;

const FORM = { maxFiles: 10, defaultName: 'streets.geojson', fatal: ['PERMISSION_DENIED', 'NOT_FOUND'] };

/** Street files of a project, and the places that they name. */
export const streets = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.listStreetFiles, async ({ params, query }, { parent }) => {
    const { files } = await document.listStreets({ projectId: params.id }, parent);
    return listOf(files.map(presentStreetFile), query);
  }),
  route(operations.addStreetFiles, async ({ params, body: form }, { freshParent }) => {
    const data = await form.receive(FORM, async ({ id, name, body }) => {
      const header = { id, projectId: params.id, fileName: name };
      const { file } = await document.addStreets(fileMessages(header, body), await freshParent());
      return presentStreetFile(required(file));
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    return { data };
  }),
  route(operations.deleteStreetFiles, async ({ params, query }, { parent }) => {
    await document.deleteStreets({ projectId: params.id, fileId: query.file_id ?? '' }, parent);
    return success();
  }),
  route(operations.findStreetPlaces, async ({ params, query }, { parent }) => {
    const { places } = await document.findStreetPlaces({ projectId: params.id, query: query.q ?? '' }, parent);
    return listOf(places.map(presentStreetPlace), query);
  }),
  route(operations.findCrossings, async ({ params: { id: pageId }, query: { x, y, near = [] } }, { parent }) => {
    const { places } = await document.findCrossings({ pageId, x, y, near: [...near] }, parent);
    return { data: places.map(presentStreetPlace) };
  }),
];
