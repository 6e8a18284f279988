import {
  Button,
  Checkbox,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  SearchBox,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { userLabel } from '../../../components/user-picker.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../lib/ui/use-debounced.js';
import { useSearchUsersQuery } from '../../../lib/session/user-search.js';
import type { Option } from '../issue-labels.js';

const useStyles = makeStyles({
  button: { justifyContent: 'space-between', fontWeight: tokens.fontWeightRegular, minWidth: 0 },
  on: { border: `1px solid ${tokens.colorBrandStroke1}`, fontWeight: tokens.fontWeightSemibold },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  surface: { padding: '8px', minWidth: '220px', maxWidth: 'calc(100vw - 32px)' },
  options: { display: 'flex', flexDirection: 'column', maxHeight: '320px', overflowY: 'auto' },
  search: { width: '100%', marginBottom: '4px' },
  note: { padding: '4px 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface FilterChoiceProps {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  empty?: string;
}

interface ChoiceFrameProps extends FilterChoiceProps {
  children?: ReactNode;
}

/** `Status`, `Status: Open`, `Status: 2` */
function summary({ label, options, chosen }: FilterChoiceProps): string {
  if (chosen.length === 0) return label;
  if (chosen.length > 1) return `${label}: ${chosen.length}`;
  return `${label}: ${options.find(([value]) => value === chosen[0])?.[1] ?? chosen[0]}`;
}

function ChoiceFrame(props: ChoiceFrameProps) {
  const { label, options, chosen, onChange, empty, children } = props;
  const styles = useStyles();
  return (
    <Popover trapFocus positioning={{ position: 'below', align: 'start' }}>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={mergeClasses(styles.button, chosen.length > 0 && styles.on)}
          icon={<ChevronDownRegular />}
          iconPosition="after"
        >
          <span className={styles.words}>{summary(props)}</span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        {children}
        <div className={styles.options} role="group" aria-label={label}>
          {options.map(([value, words]) => (
            <Checkbox
              key={value}
              label={words}
              checked={chosen.includes(value)}
              onChange={(_, { checked }) =>
                onChange(checked === true ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
          ))}
        </div>
        {options.length === 0 && empty ? <p className={styles.note}>{empty}</p> : null}
        {chosen.length > 0 ? (
          <Button
            size="small"
            appearance="transparent"
            onClick={(event) => {
              // the button disappears: keep focus inside, so the popover's keys still work
              event.currentTarget.parentElement?.querySelector('input')?.focus();
              onChange([]);
            }}
          >
            Any
          </Button>
        ) : null}
      </PopoverSurface>
    </Popover>
  );
}

/** Button that opens checkboxes. */
export const FilterChoice = (props: FilterChoiceProps) => <ChoiceFrame {...props} />;

interface PeopleChoiceProps extends Omit<FilterChoiceProps, 'options' | 'empty'> {
  /** Options before people, e.g. `me`. */
  fixed: readonly Option[];
  names: ReadonlyMap<string, string>;
}

/** Offers people in the list, and a search for others. */
export function PeopleChoice({ fixed, names, ...props }: PeopleChoiceProps) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const sought = useDebounced(words.trim(), SEARCH_DEBOUNCE_MS);
  const search = useSearchUsersQuery(sought, { skip: sought === '' });
  const people = sought === '' ? [] : (search.currentData ?? []);
  const known = new Map([...found, ...names]);
  const isFixed = (value: string): boolean => fixed.some(([each]) => each === value);
  const chosenPeople = props.chosen.filter((value) => !isFixed(value));
  const offered: Option[] =
    sought === ''
      ? [...new Set([...chosenPeople, ...names.keys()])].map((id) => [id, known.get(id) ?? 'Someone'])
      : people.map((user) => [user.id, userLabel(user)]);
  return (
    <ChoiceFrame
      {...props}
      options={sought === '' ? [...fixed, ...offered] : offered}
      empty={search.isFetching ? 'Searching...' : search.isError ? 'Failed to search users' : 'No user has this name'}
      onChange={(chosen) => {
        // keep names after the search ends
        setFound(new Map([...found, ...people.map((user) => [user.id, userLabel(user)] as const)]));
        props.onChange(chosen);
      }}
    >
      <SearchBox
        className={styles.search}
        aria-label={`Find a person: ${props.label.toLowerCase()}`}
        placeholder="Find a person"
        value={words}
        onChange={(_, data) => setWords(data.value)}
      />
    </ChoiceFrame>
  );
}
