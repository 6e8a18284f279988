import { Coverage, Interview, LienSearch, Questionnaire } from '@symbio/proto/project';
import { RecordHit, RecordSearch } from '@symbio/proto/records';

export const COVERAGE = Coverage.fromPartial({
  overrides: [
    { source: 'city_directories', decade: 1920, area: 'adjoining', state: 'unavailable', note: 'None', byName: 'Ann' },
  ],
  gaps: [{ id: 'g1', kind: 'interval', fromYear: 1924, toYear: 1938, tried: '=Archive', significant: false }],
});

export const QUESTIONNAIRE = Questionnaire.fromPartial({
  answers: [
    {
      ...{ id: 'a1', name: 'Ben', date: '2026-02-03', method: 'link' },
      answers: [{ question: 'price', answer: 'no', text: '=Sale' }],
    },
  ],
});

export const INTERVIEW = Interview.fromPartial({
  ...{ id: 'i1', role: 'owner', person: 'Sam Ortiz', date: '2026-02-04', method: 'telephone', text: '=Called' },
});

export const LIEN_SEARCH = LienSearch.fromPartial({
  ...{ id: 's1', searchedBy: 'Title Ltd.', date: '2026-02-03', fromYear: 1980, orderedBy: 'user', result: 'found' },
  text: '=Lien',
});

export const searched = RecordSearch.fromPartial({
  id: 's1',
  counts: [{ list: 'LUST', title: 'Leaking storage tanks' }],
  data: [{ dataSetId: 'd1', name: 'State tanks', agencyDate: '2026-11-01' }],
});

export const ORPHAN = RecordHit.fromPartial({ id: 'h2', list: 'LUST', certainty: 'orphan' });
