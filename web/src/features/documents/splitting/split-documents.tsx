import { Badge, Button, Field, Input, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { MergeRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ItemGap, useBoxList } from '../../../components/long-list.js';
import { useGetCategoriesQuery, type Category } from '../../../evidence/documents-api.js';
import { isKey } from '../../../lib/ui/keys.js';
import { CategoryOptions } from '../category-options.js';
import { pagesText, reasonsText, type SplitPart } from './cuts.js';

const NARROW = '@media (max-width: 900px)';
const PHONE = '@media (max-width: 600px)';
const ROW_HEIGHT = 92;
const UNSURE = 0.6;

const useStyles = makeStyles({
  list: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected, boxShadow: 'inset 3px 0 0 var(--symbio-flag)' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  where: { minWidth: 0, padding: '0 4px', fontVariantNumeric: 'tabular-nums' },
  signs: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  merge: { marginInlineStart: 'auto', whiteSpace: 'nowrap' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) 84px minmax(0, 2fr)',
    gap: tokens.spacingHorizontalS,
    [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr) 84px' },
  },
  field: { minWidth: 0 },
  wide: { [PHONE]: { gridColumn: '1 / -1' } },
  control: { width: '100%', minWidth: 0 },
});

interface SplitDocumentsProps {
  parts: readonly SplitPart[];
  chosen: number;
  onChoose: (page: number) => void;
  onDescribe: (index: number, changes: Partial<SplitPart>) => void;
  onMerge: (index: number) => void;
}

const NO_CATEGORIES: readonly Category[] = [];

/** Name, kind, year and address of each document. */
export function SplitDocuments({ parts, chosen, ...props }: SplitDocumentsProps) {
  const styles = useStyles();
  const { data: categories = NO_CATEGORIES } = useGetCategoriesQuery();
  const listRef = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => parts.map((_part, index) => `part ${index}`), [parts]);
  const list = useBoxList(listRef, listRef, { keys, rowHeight: ROW_HEIGHT });
  const { scrollTo } = list;
  const shown = useRef(-1);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    scrollTo(chosen);
  }, [chosen, scrollTo]);
  return (
    <ul ref={listRef} className={styles.list} aria-label="Documents">
      {list.parts.map((item) => {
        if ('gap' in item) return <ItemGap key={item.key} height={item.gap} />;
        const part = parts[item.index];
        return (
          part && (
            <li key={item.index} ref={list.measure} data-index={item.index}>
              <DocumentRow
                part={part}
                index={item.index}
                isChosen={item.index === chosen}
                categories={categories}
                {...props}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

interface DocumentRowProps extends Omit<SplitDocumentsProps, 'parts' | 'chosen'> {
  part: SplitPart;
  index: number;
  isChosen: boolean;
  categories: readonly Category[];
}

function DocumentRow({ part, index, isChosen, categories, onChoose, onDescribe, onMerge }: DocumentRowProps) {
  const styles = useStyles();
  const { from_page: from, no_coverage_years: uncovered, confidence } = part;
  const number = index + 1;
  return (
    <div
      role="group"
      aria-label={`Document ${number}`}
      aria-current={isChosen ? 'true' : undefined}
      className={mergeClasses(styles.row, isChosen && styles.chosen)}
      onFocus={() => !isChosen && onChoose(from)}
    >
      <div className={styles.head}>
        <Button size="small" appearance="transparent" className={styles.where} onClick={() => onChoose(from)}>
          {`${number}. ${pagesText(part).replace(/^p/, 'P')}`}
        </Button>
        {part.why.length > 0 && index > 0 && (
          <Badge appearance="tint" color={confidence < UNSURE ? 'warning' : 'success'}>
            {`${Math.round(confidence * 100)}% sure`}
          </Badge>
        )}
        <span className={styles.signs}>{reasonsText(part)}</span>
        {uncovered.length > 0 && <span className={styles.signs}>{`No coverage: ${uncovered.join(', ')}`}</span>}
        {index > 0 && (
          <Button
            size="small"
            className={styles.merge}
            icon={<MergeRegular />}
            aria-label={`Merge with ${index}: document ${number}`}
            onClick={() => onMerge(index)}
          >
            {`Merge with ${index}`}
          </Button>
        )}
      </div>
      <div className={styles.fields}>
        <Field label="Name" size="small" className={mergeClasses(styles.field, styles.wide)}>
          <TextInput
            value={part.title}
            onSave={(title) =>
              onDescribe(index, title === '' ? { title, is_titled: false } : { title, is_titled: true })
            }
          />
        </Field>
        <Field label="Kind" size="small" className={styles.field}>
          <Select
            size="small"
            className={styles.control}
            value={part.category ?? ''}
            onChange={(_, { value }) => onDescribe(index, { category: (value || null) as SplitPart['category'] })}
          >
            <option value="">Unknown</option>
            <CategoryOptions categories={categories} />
          </Select>
        </Field>
        <Field label="Year" size="small" className={styles.field}>
          <TextInput
            value={part.year === null ? '' : String(part.year)}
            placeholder={yearsText(part.years)}
            pattern={/^(?:\d{4})?$/}
            onSave={(year) => onDescribe(index, { year: year === '' ? null : Number(year) })}
          />
        </Field>
        <Field label="Address" size="small" className={mergeClasses(styles.field, styles.wide)}>
          <TextInput value={part.address ?? ''} onSave={(address) => onDescribe(index, { address: address || null })} />
        </Field>
      </div>
    </div>
  );
}

const yearsText = (years: readonly number[]): string =>
  years.length > 1 ? `${years[0]}–${years.at(-1)}` : years.join('');

interface TextInputProps {
  value: string;
  placeholder?: string;
  /** Of values that can be saved. */
  pattern?: RegExp;
  onSave: (value: string) => void;
}

/** Saves when it loses the focus or on Enter; Escape restores the value. */
function TextInput({ value, placeholder, pattern, onSave, ...field }: TextInputProps) {
  const styles = useStyles();
  const [draft, setDraft] = useState<string>();
  const text = draft?.trim() ?? value;
  const isBad = pattern !== undefined && !pattern.test(text);
  const save = () => {
    if (isBad) return;
    setDraft(undefined);
    if (text !== value) onSave(text);
  };
  return (
    <Input
      {...field}
      size="small"
      className={styles.control}
      value={draft ?? value}
      placeholder={placeholder}
      aria-invalid={isBad || undefined}
      onChange={(_, { value: next }) => setDraft(next)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        if (isKey(event, 'Enter')) save();
        else if (isKey(event, 'Escape')) setDraft(undefined);
      }}
    />
  );
}
