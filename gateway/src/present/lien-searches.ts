import type { lienSearchSchemas } from '@symbio/api';
import type { LienSearch } from '@symbio/proto/project';
import type { z } from 'zod';
import { moment } from './json.js';

export const presentLienSearch = (search: LienSearch): z.output<typeof lienSearchSchemas.lienSearch> => ({
  ...{ id: search.id, project_id: search.projectId, searched_by: search.searchedBy, date: search.date },
  ...{ from: search.fromYear || null, to: search.toYear || null, ordered_by: search.orderedBy },
  ...{ result: search.result, text: search.text, document_id: search.documentId || null },
  by_name: search.byName,
  ...{ created_at: moment(search.createdAt), updated_at: moment(search.updatedAt) },
});
