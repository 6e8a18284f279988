import { app } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { namedId } from '../http/input.js';
import { listOf } from '../http/lists.js';
import { fileMessages } from '../http/multipart.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentPhotograph } from '../present/photographs.js';
import { itemResponse, success } from '../present/answers.js';

const operations = app.photographs;

const FORM = {
  maxFiles: 50,
  fileFields: ['caption'],
  defaultName: 'photo.jpg',
  fatal: ['PERMISSION_DENIED', 'NOT_FOUND'],
};

const one = itemResponse(presentPhotograph);

/** Photographs of site visits. */
export const photographs = ({ document, feature }: Pick<Clients, 'document' | 'feature'>): Route[] => [
  route(operations.listPhotographs, async ({ params, query }, { parent }) => {
    const visit = { projectId: params.id, visitId: params.visit_id };
    const answer = await document.listPhotographs(visit, parent);
    return listOf(answer.photographs.map(presentPhotograph), query);
  }),
  route(operations.addPhotographs, async ({ params, body: form }, { freshParent }) => {
    const visit = { projectId: params.id, visitId: params.visit_id };
    const data = await form.receive(FORM, async ({ id, name, fields: { caption = '' }, body }) => {
      const header = { ...visit, id, fileName: name, caption };
      const { photograph } = await document.addPhotograph(fileMessages(header, body), await freshParent());
      return { photo: presentPhotograph(required(photograph)) };
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one photograph' });
    return { data };
  }),
  route(operations.updatePhotograph, async ({ params: { id }, body }, { parent }) => {
    const { caption, view_direction: direction, feature_id: given } = body;
    const featureId = given === undefined ? undefined : namedId(given, 'feature_id', 'Feature');
    const { feature: linked } = featureId ? await feature.getFeature({ id: featureId }, parent) : {};
    const { photograph } = await document.updatePhotograph(
      {
        id,
        caption: caption ?? '',
        keepCaption: caption === undefined,
        viewDirection: direction === null ? '' : direction,
        featureId,
        featureProjectId: linked?.projectId,
      },
      parent,
    );
    return one(photograph);
  }),
  route(operations.deletePhotograph, async ({ params }, { parent }) => {
    await document.deletePhotograph(params, parent);
    return success();
  }),
  route(operations.restorePhotograph, async ({ params }, { parent }) =>
    one((await document.restorePhotograph(params, parent)).photograph),
  ),
];
