import { georeferences } from '@symbio/api';
import { z } from 'zod';
import * as shown from '../presenters.js';
import { tool, type Tool } from '../tool.js';

const pageId = z
  .string({ error: 'page_id is required' })
  .meta({ description: 'Page id from list_pages or search_pages.' });

export const placeTools: Tool[] = [
  tool({
    name: 'read_place_of_page',
    title: 'Read where a page is',
    description:
      'Where a sheet is on the earth: `state` (none, same_place, rough or exact) with the expected error in feet, its control points, the latest proposal, and its regions.',
    effect: 'reads',
    input: z.strictObject({ page_id: pageId }),
    output: z.object({ place: shown.georeference }),
    run: async ({ page_id: id }, api) => {
      const { data } = await api.call(georeferences.getGeoreference, { params: { id } });
      return { data: { place: data } };
    },
  }),
  tool({
    name: 'propose_place_of_page',
    title: 'Propose where a page is',
    description:
      'Looks for a sheet by the street names read on it. Has no effect until a person accepts points of it. `abstained` says why no place was found with certainty.',
    effect: 'adds',
    input: z.strictObject({ page_id: pageId }),
    output: z.object({ proposal: shown.placeProposal }),
    run: async ({ page_id: id }, api) => {
      const { data } = await api.call(georeferences.proposeGeoreference, { params: { id } });
      return { data: { proposal: data } };
    },
  }),
];
