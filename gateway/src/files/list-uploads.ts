/** Files of agency lists, in resumable parts. */
import { app } from '@symbio/api';
import { STREAM_LIMIT_MS } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { success } from '../present/answers.js';
import { required } from '../present/json.js';
import { presentDataSet } from '../present/records.js';
import { partMessages } from './part-messages.js';

const operations = app.listUploads;

export const listUploads = ({ records }: Pick<Clients, 'records'>): Route[] => [
  route(operations.getListUpload, async ({ params: { id: dataSetId, upload_id: id } }, { parent }) => {
    const { offset, dataSet } = await records.getListUpload({ id, dataSetId }, parent);
    return { data: { offset, data_set: dataSet ? presentDataSet(dataSet) : null } };
  }),
  route(operations.uploadListPart, async ({ params, query: { offset }, body }, { parent }) => {
    const header = { id: params.upload_id, dataSetId: params.id, offset };
    return { data: { offset: (await records.uploadListPart(partMessages(header, body), parent)).offset } };
  }),
  route(operations.discardListUpload, async ({ params: { id: dataSetId, upload_id: id } }, { parent }) => {
    await records.discardListUpload({ id, dataSetId }, parent);
    return success();
  }),
  route(operations.finishListUpload, async ({ params, body }, { freshParent }) => {
    const { file_name: fileName, agency_date: agencyDate, size, sha256 } = body;
    const facts = { fileName: fileName ?? '', agencyDate: agencyDate ?? '', size, sha256: sha256 ?? '' };
    // the whole file is read and rewritten
    const parent = { ...(await freshParent()), limitMs: STREAM_LIMIT_MS };
    const upload = { id: params.upload_id, dataSetId: params.id };
    const { dataSet } = await records.finishListUpload({ ...upload, ...facts }, parent);
    return { data: { data_set: presentDataSet(required(dataSet)) } };
  }),
];
