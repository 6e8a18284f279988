import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Page } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { ProjectDocument } from './documents-api.js';

const titlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDocumentTitles: build.query<Readonly<Record<string, string>>, string>({
      queryFn: async (projectId, _api, _options, fetchList) => {
        const titles: Record<string, string> = {};
        for (let page = 1, pages = 1; page <= pages; page++) {
          const params = { project_id: projectId, page, per_page: MAX_PER_PAGE };
          const answer = await fetchList(operation('GET', '/api/documents', { query: params }));
          if (answer.error) return { error: answer.error };
          const list = answer.data as Page<Pick<ProjectDocument, 'id' | 'title'>>;
          for (const { id, title } of list.data) titles[id] = title;
          pages = list.total_pages;
        }
        return { data: titles };
      },
      providesTags: [{ type: 'Document', id: 'LIST' }],
    }),
  }),
});

export const { useGetDocumentTitlesQuery } = titlesApi;
