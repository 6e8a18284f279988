import { records as operations } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { fileMessages } from '../http/multipart.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentDataSet, presentDistances, presentHit, presentSearch } from '../present/records.js';
import { itemResponse, success } from '../present/answers.js';
import { listResponse, pageOf } from '../http/lists.js';
import { slicedResponse } from './paging.js';

const [shownDataSet, shownSearch] = [itemResponse(presentDataSet), itemResponse(presentSearch)];

type Records = Pick<Clients, 'records'>;

/** /api/public/data-sets, /record-searches, /record-hits, and those of a project. */
export const records = ({ records: service }: Records): Route[] => [
  route(operations.listDataSets, async ({ query }, { parent }) => {
    const { dataSets } = await service.listDataSets({}, parent);
    return slicedResponse(dataSets.map(presentDataSet), query);
  }),
  route(operations.createDataSet, async ({ body }, { parent, mintId }) => {
    const { id = mintId(), name, agency = '', source_url: sourceUrl = '', licence = '' } = body;
    return shownDataSet((await service.createDataSet({ id, name, agency, sourceUrl, licence }, parent)).dataSet);
  }),
  route(operations.getDataSet, async ({ params }, { parent }) =>
    shownDataSet((await service.getDataSet(params, parent)).dataSet),
  ),
  route(operations.deleteDataSet, async ({ params }, { parent }) => {
    await service.deleteDataSet(params, parent);
    return success();
  }),
  route(operations.nameDataSetColumns, async ({ params, body }, { parent }) => {
    const columns = Object.fromEntries(
      Object.entries(body.columns).flatMap(([field, column]) => (column === undefined ? [] : [[field, column]])),
    );
    const request = { dataSetId: params.id, versionId: params.version_id, columns, lists: body.lists };
    return shownDataSet((await service.nameColumns(request, parent)).dataSet);
  }),
  route(operations.getSearchDistances, async ({ params: { id: projectId } }, { parent }) => ({
    data: presentDistances(await service.getSearchDistances({ projectId }, parent)),
  })),
  route(operations.saveSearchDistances, async ({ params: { id: projectId }, body }, { parent }) => {
    const distances = body.distances.map(({ list, kind, miles = 0, reason }) => ({
      ...{ list, kind, miles, reason: reason ?? '', title: '', defaultKind: '', defaultMiles: 0 },
    }));
    return { data: presentDistances(await service.saveSearchDistances({ projectId, distances }, parent)) };
  }),
  route(operations.confirmSearchDistances, async ({ params: { id: projectId }, body }, { parent }) => {
    const request = { projectId, tableHash: body.table_hash };
    return { data: presentDistances(await service.confirmSearchDistances(request, parent)) };
  }),
  route(operations.createRecordSearch, async ({ params: { id: projectId }, body }, { parent, mintId }) =>
    shownSearch((await service.searchRecords({ id: body.id ?? mintId(), projectId }, parent)).search),
  ),
  route(operations.listRecordSearches, async ({ params: { id: projectId }, query }, { parent }) => {
    const { searches, pageInfo } = await service.listSearches({ projectId, paging: pageOf(query) }, parent);
    return listResponse(searches.map(presentSearch), pageInfo);
  }),
  route(operations.getRecordSearch, async ({ params }, { parent }) =>
    shownSearch((await service.getSearch(params, parent)).search),
  ),
  route(operations.listRecordHits, async ({ query }, { parent }) => {
    const { project_id: projectId, search_id: searchId = '', list = '', certainty = '', change = '' } = query;
    const { disposition = '', on_property: onProperty = '', bbox = [] } = query;
    const request = {
      projectId,
      searchId,
      list,
      certainty,
      change,
      disposition,
      onProperty,
      bbox,
      paging: pageOf(query),
    };
    const { hits, pageInfo } = await service.listHits(request, parent);
    return listResponse(hits.map(presentHit), pageInfo);
  }),
];

const FORM = {
  maxFiles: 1,
  part: 'file',
  fields: ['agency_date'],
  defaultName: 'list.csv',
  fatal: ['NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_ARGUMENT', 'OUT_OF_RANGE', 'FAILED_PRECONDITION'],
};

/** POST /api/public/data-sets/{id}/versions. */
export const recordFiles = ({ records: service }: Records): Route[] => [
  route(operations.addDataSetVersion, async ({ params: { id: dataSetId }, body: form }, { freshParent }) => {
    const [item] = await form.receive(FORM, async ({ id, name, fields, body }) => {
      const header = { id, dataSetId, agencyDate: fields['agency_date'] ?? '', fileName: name };
      const { dataSet } = await service.addVersion(fileMessages(header, body), await freshParent());
      return { dataSet: required(dataSet) };
    });
    if (!item) throw invalidFields({ file: 'Choose a file' });
    if ('error' in item) throw invalidFields({ file: item.error });
    return { data: presentDataSet(item.dataSet) };
  }),
];
