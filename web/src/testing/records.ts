import type { RecordHit, RecordSearch } from '@symbio/client';

export const hit: RecordHit = {
  ...{ id: 'h1', list: 'LUST', data_set_id: 'd1', record_id: 'R-1', row: 12, name: 'CORNER STATION' },
  ...{ address: '12 Kent Ave', city: 'BROOKLYN', state: 'NY', zip: '11211', status: 'Open' },
  violations: null,
  ...{ quality: 'exact', accuracy_m: 30, longitude: -73.958, latitude: 40.711, distance_m: 0, distance_ft: 0 },
  ...{ direction: null, on_property: 'on', suggests_adjoining: false, certainty: 'within', site: 1 },
  site_reasons: ['registry'],
  source: null,
  ...{
    revision: 0,
    disposition: null,
    adjoining: null,
    site_decision: null,
    place_decision: null,
    feature_id: null,
    mention_id: null,
  },
};

const count = {
  ...{ distance_m: 804.672, is_loaded: true, on: 0, perhaps_on: 0, adjoining: 0, within: 0, perhaps: 0, beyond: 0 },
  ...{ orphans: 0, undecided: 0, from_reports: 0, is_reported: false },
};

export const recordSearch: RecordSearch = {
  ...{ id: 's2', project_id: 'p1', number: 2, state: 'done', appeared: 1, vanished: 3, is_outdated: true },
  counts: [
    { ...count, list: 'LUST', title: 'Leaking storage tanks', on: 1, within: 2, orphans: 4 },
    { ...count, list: 'UST', title: 'Underground storage tanks', distance_m: 402.336, within: 1, beyond: 1 },
    { ...count, list: 'ERNS', title: 'ERNS', distance_m: 0, is_loaded: false },
  ],
  data: [{ data_set_id: 'd1', name: 'State tanks', version_id: 'v1', agency_date: '2020-01-01', sha256: 'ab' }],
  ...{ by_id: 'u1', by_name: 'Ada', created_at: '2026-11-28T10:00:00Z' },
};
