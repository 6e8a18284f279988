import { z } from 'zod';
import { administered, appOperation } from '../operation.js';
import { id, one, success, text } from '../schemas/common.js';
import { byteStream, fileBytes, partOffset } from '../schemas/form.js';
import { dataSet } from '../schemas/records.js';

const params = z.strictObject({ id: id('List'), upload_id: id('Upload') });
const audit = { subject: 'data_set' };
const path = '/data-sets/{id}/uploads/{upload_id}';

export const getListUpload = appOperation({
  id: 'getListUpload',
  method: 'get',
  path,
  summary: 'How much of a file of a list is stored',
  description: 'The id (UUID v7) becomes the version’s. Only the administrator who started an upload may use it.',
  audit: { ...audit, records: 'nothing' },
  params,
  answer: one(z.strictObject({ offset: z.int(), data_set: dataSet.nullable() })),
});

export const uploadListPart = appOperation({
  id: 'uploadListPart',
  method: 'put',
  path,
  summary: 'Store a part of at most 16 MiB',
  description: '409 `upload_offset` for another offset than the stored one.',
  audit,
  params,
  query: z.strictObject({ offset: partOffset }),
  body: byteStream,
  consumes: 'application/octet-stream',
  answer: one(z.strictObject({ offset: z.int() })),
});

export const discardListUpload = appOperation({
  id: 'discardListUpload',
  method: 'delete',
  path,
  summary: 'Remove the stored parts',
  audit,
  params,
  answer: success,
});

export const finishListUpload = appOperation({
  id: 'finishListUpload',
  method: 'post',
  path: `${path}/complete`,
  summary: 'Import the stored parts',
  audit: { ...audit, records: administered('data_set.version_added') },
  params,
  body: z.strictObject({ file_name: text, agency_date: text, size: fileBytes, sha256: text }),
  status: 202,
  answer: one(z.strictObject({ data_set: dataSet })),
});
