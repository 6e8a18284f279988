import {
  Button,
  Field,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useDebounced } from '../../lib/ui/use-debounced.js';
import { useGetLandUsesQuery, useGetSuggestedLandUsesQuery } from '../evidence-api.js';

/** Milliseconds. */
const SUGGEST_DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  // equal width for select and help
  landUse: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'end',
    '@media (max-width: 560px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  narrow: { alignSelf: 'start' },
  suggested: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  help: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** FEAT-04, OP-26 */
export function LandUseField(props: {
  value: string;
  error: string | undefined;
  isSuggested: boolean;
  disabled: boolean;
  /** Label and narrative, whose words suggest land uses. */
  words: string;
  onChange: (value: string) => void;
}) {
  const styles = useStyles();
  const { data: landUses = [], isError, refetch } = useGetLandUsesQuery();
  const known = landUses.find(({ value }) => value === props.value);
  return (
    <div className={styles.landUse}>
      {!props.disabled && (
        <SuggestedUses words={props.words} value={props.value} onChoose={(value) => props.onChange(value)} />
      )}
      <Field
        className={known ? styles.narrow : styles.wide}
        label="Land Use"
        required
        validationMessage={props.error}
        hint={props.isSuggested ? 'Suggested by the agent that found it.' : undefined}
      >
        <Select value={props.value} disabled={props.disabled} onChange={(_, { value }) => props.onChange(value)}>
          <option value="">Select a land use...</option>
          {landUses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {known && (
        <div className={styles.help} role="note" aria-label={`About ${known.label}`}>
          <div>
            <Text size={200} weight="semibold">
              Typical contaminants:{' '}
            </Text>
            {known.typical_contaminants}
          </div>
          <div>{known.frequency_note}</div>
        </div>
      )}
      {isError && landUses.length === 0 && (
        <MessageBar className={styles.wide} intent="error" layout="multiline">
          <MessageBarBody>The land uses could not be loaded.</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => void refetch()}>
              Retry
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
    </div>
  );
}

/** By the words of the label, above the list of 44. */
function SuggestedUses(props: { words: string; value: string; onChoose: (value: string) => void }) {
  const styles = useStyles();
  const words = useDebounced(props.words, SUGGEST_DEBOUNCE_MS).trim();
  const { currentData = [] } = useGetSuggestedLandUsesQuery(words, { skip: words === '' });
  const others = words === '' ? [] : currentData.filter(({ value }) => value !== props.value);
  if (others.length === 0) return null;
  return (
    <div className={mergeClasses(styles.wide, styles.suggested)} role="group" aria-label="Suggested land uses">
      <Text size={200}>Suggested by the label:</Text>
      {others.map(({ value, label }) => (
        <Button key={value} size="small" shape="circular" onClick={() => props.onChoose(value)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
