import { Button, Field, Link, makeStyles, Select, tokens } from '@fluentui/react-components';
import { FilterDismissRegular, FilterRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ALL_PROPOSALS, filterOptions, isFiltering, NO_FILTERS } from './filters.js';
import type { AnnotationFilters, EvidenceByAnnotation, FilterName } from './filters.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { countText } from '../../lib/ui/formats.js';

const TITLES: Record<FilterName, string> = {
  author: 'Author',
  confidence: 'Confidence',
  use: 'Land use',
  proposals: 'Proposals',
};

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
  },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  fields: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}`,
    '& select': { minWidth: 0 },
  },
  select: { minWidth: 0 },
  aside: {
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

interface AnnotationFilterBarProps {
  annotations: readonly ShownAnnotation[];
  shown: number;
  isLoading: boolean;
  filters: AnnotationFilters;
  evidence: EvidenceByAnnotation;
  landUseLabel: (value: string) => string;
  onChange: (filters: AnnotationFilters) => void;
}

export function AnnotationFilterBar(props: AnnotationFilterBarProps) {
  const { annotations, shown, isLoading, filters, evidence, landUseLabel, onChange } = props;
  const styles = useStyles();
  const isActive = isFiltering(filters);
  const [isOpen, setOpen] = useState(isActive);
  const hasAgents = filters.proposals !== '' || annotations.some(({ author_type }) => author_type === 'ai_agent');
  const names: readonly FilterName[] = ['author', 'confidence', 'use', ...(hasAgents ? ['proposals' as const] : [])];
  const count =
    isActive || shown !== annotations.length ? `${shown} of ${annotations.length}` : String(annotations.length);
  // without filters, only decided proposals are hidden
  const putAside = isActive ? 0 : annotations.length - shown;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{isLoading ? 'Annotations' : `Annotations (${count})`}</h2>
        {isActive && (
          <Button
            size="small"
            appearance="subtle"
            icon={<FilterDismissRegular />}
            aria-label="Clear filters"
            title="Clear filters"
            onClick={() => onChange(NO_FILTERS)}
          />
        )}
        <Button
          size="small"
          appearance={isActive ? 'primary' : 'subtle'}
          icon={<FilterRegular />}
          aria-label="Filter annotations"
          title="Filter annotations"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {putAside > 0 && (
        <p className={styles.aside}>
          {`${countText(putAside, 'decided proposal is', 'decided proposals are')} not shown. `}
          <Link as="button" inline onClick={() => onChange({ ...filters, proposals: ALL_PROPOSALS })}>
            Show
          </Link>
        </p>
      )}
      {isOpen && (
        <div className={styles.fields} role="group" aria-label="Filters">
          {names.map((name) => (
            <Field key={name} label={TITLES[name]} size="small">
              <Select
                size="small"
                className={styles.select}
                value={filters[name]}
                onChange={(_, { value }) => onChange({ ...filters, [name]: value })}
              >
                <option value="">{name === 'proposals' ? 'Not decided' : 'All'}</option>
                {filterOptions(annotations, filters, name, { evidence, landUseLabel }).map(
                  ({ value, label, count }) => (
                    <option key={value} value={value} disabled={count === 0 && value !== filters[name]}>
                      {`${label} (${count})`}
                    </option>
                  ),
                )}
              </Select>
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
