import { Button, Select } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { useGetLandUsesQuery } from '../../evidence/evidence-api.js';
import { FilterBar, FilterSearch, FilterSelects } from '../../components/filter-bar.js';
import { BAND_LABELS, CONFIDENCE_BANDS } from '../../components/confidence.js';
import { isFiltered } from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';

interface InsightFilterBarProps {
  filters: InsightFilters;
  landUses: readonly string[];
  onChange: (changes: Partial<Record<keyof InsightFilters, string | null>>) => void;
}

export function InsightFilterBar({ filters, landUses, onChange }: InsightFilterBarProps) {
  const { data } = useGetLandUsesQuery();
  const asked = filters.landUse;
  // an active filter from the URL stays visible even if no feature matches
  const options = (asked === null || landUses.includes(asked) ? [...landUses] : [...landUses, asked])
    .map((value) => ({ value, label: data?.find((landUse) => landUse.value === value)?.label ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <FilterBar place="above" label="Filter insights">
      <FilterSearch
        label="Find a feature"
        value={filters.name ?? ''}
        onChange={(name) => onChange({ name: name || null })}
      />
      <FilterSelects active={[asked, filters.useType, filters.band].filter((value) => value !== null).length}>
        <Select
          aria-label="Land use"
          value={asked ?? ''}
          onChange={(_, { value }) => onChange({ landUse: value || null })}
        >
          <option value="">All land uses</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Use type"
          value={filters.useType ?? ''}
          onChange={(_, { value }) => onChange({ useType: value || null })}
        >
          <option value="">All use types</option>
          {USE_TYPES.map((type) => (
            <option key={type} value={type}>
              {type.charAt(0).toUpperCase() + type.slice(1)}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Confidence"
          value={filters.band ?? ''}
          onChange={(_, { value }) => onChange({ band: value || null })}
        >
          <option value="">Any confidence</option>
          {CONFIDENCE_BANDS.map((band) => (
            <option key={band} value={band}>
              {`Confidence ${BAND_LABELS[band].toLowerCase()}`}
            </option>
          ))}
        </Select>
      </FilterSelects>
      {isFiltered(filters) && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          onClick={() => onChange({ name: null, landUse: null, useType: null, band: null })}
        >
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
