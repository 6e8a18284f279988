import { Button, Select } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { DISPOSITION_LABELS } from '@symbio/proto/labels';
import { FilterBar, FilterSearch, FilterSelects } from '../../components/filter-bar.js';
import type { UrlStateChange } from '../../lib/navigation/url-state.js';
import { isFiltered, MAX_DISTANCES, PLACES, type HitFilters } from './hit-filters.js';

interface HitFilterBarProps {
  filters: HitFilters;
  /** Lists with hits, with their titles. */
  lists: readonly (readonly [list: string, title: string])[];
  onChange: UrlStateChange;
}

export function HitFilterBar({ filters, lists, onChange }: HitFilterBarProps) {
  const { list, place, words, feet, change, decision } = filters;
  const selects = [
    { label: 'List', name: 'list', all: 'All lists', value: list, options: lists },
    { label: 'Place', name: 'place', all: 'Any place', value: place, options: Object.entries(PLACES) },
    {
      ...{ label: 'Distance', name: 'within', all: 'Any distance', value: feet === null ? null : String(feet) },
      options: Object.entries(MAX_DISTANCES).map(([key, text]) => [key, `Within ${text}`] as const),
    },
    {
      ...{ label: 'Decision', name: 'decision', all: 'Any decision', value: decision },
      options: Object.entries(DISPOSITION_LABELS),
    },
    {
      ...{ label: 'Change', name: 'change', all: 'This search', value: change },
      options: [
        ['appeared', 'New in this search'],
        ['vanished', 'No longer found'],
      ] as const,
    },
  ];
  return (
    <FilterBar place="in-sheet" label="Filter records">
      <FilterSearch label="Find a record" value={words} onChange={(value) => onChange({ words: value })} />
      <FilterSelects active={selects.filter(({ value }) => value !== null).length}>
        {selects.map(({ label, name, all, value, options }) => (
          <Select
            key={name}
            aria-label={label}
            value={value ?? ''}
            onChange={(_, chosen) => onChange({ [name]: chosen.value })}
          >
            <option value="">{all}</option>
            {options.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </Select>
        ))}
      </FilterSelects>
      {isFiltered(filters) && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          onClick={() => onChange({ list: null, place: null, words: null, within: null, change: null, decision: null })}
        >
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
