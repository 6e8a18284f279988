import {
  Button,
  Checkbox,
  Input,
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { Judgement } from '@symbio/georeference';
import { MAX_POINT_NAME } from '@symbio/proto/limits';
import { useState, type Dispatch } from 'react';
import { missText } from './placing-words.js';
import type { PlacingAction, PlacingPoint } from './placing-state.js';

const useStyles = makeStyles({
  number: { width: '32px' },
  name: { width: 'auto' },
  miss: { width: '64px', whiteSpace: 'nowrap' },
  used: { width: '48px' },
  actions: { width: '40px' },
  input: { width: '100%', minWidth: 0 },
  selected: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  worst: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

interface PointsTableProps {
  points: readonly PlacingPoint[];
  judgement: Judgement | null;
  selectedKey: string | null;
  mayEdit: boolean;
  dispatch: Dispatch<PlacingAction>;
}

/** The places of a sheet: number, name, miss, and whether they count. */
export function PointsTable({ points, judgement, selectedKey, mayEdit, dispatch }: PointsTableProps) {
  const styles = useStyles();
  return (
    <Table size="extra-small" aria-label="Places of this sheet">
      <TableHeader>
        <TableRow>
          <TableHeaderCell className={styles.number}>No.</TableHeaderCell>
          <TableHeaderCell className={styles.name}>Name</TableHeaderCell>
          <TableHeaderCell className={styles.miss}>Miss</TableHeaderCell>
          <TableHeaderCell className={styles.used}>Used</TableHeaderCell>
          <TableHeaderCell className={styles.actions} aria-label="Actions" />
        </TableRow>
      </TableHeader>
      <TableBody>
        {points.map((point, index) => {
          const { key, used } = point;
          const number = index + 1;
          return (
            <TableRow
              key={key}
              className={mergeClasses(key === selectedKey && styles.selected)}
              aria-selected={key === selectedKey}
              onClick={() => dispatch({ kind: 'selected', key })}
              onFocus={() => dispatch({ kind: 'selected', key })}
            >
              <TableCell className={styles.number}>{number}</TableCell>
              <TableCell className={styles.name}>
                <PointName
                  key={point.name}
                  point={point}
                  label={`Name of place ${number}`}
                  mayEdit={mayEdit}
                  onName={(name) => dispatch({ kind: 'renamed', key, name })}
                />
              </TableCell>
              <TableCell className={mergeClasses(styles.miss, judgement?.worst?.index === index && styles.worst)}>
                {missText(judgement?.misses[index])}
              </TableCell>
              <TableCell className={styles.used}>
                <Checkbox
                  aria-label={`Use place ${number}`}
                  checked={used}
                  disabled={!mayEdit}
                  onChange={(_, { checked }) => dispatch({ kind: 'used', key, used: checked === true })}
                />
              </TableCell>
              <TableCell className={styles.actions}>
                {mayEdit && (
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<DeleteRegular />}
                    aria-label={`Delete place ${number}`}
                    title={`Delete place ${number}`}
                    onClick={(event) => {
                      event.stopPropagation();
                      dispatch({ kind: 'removed', key });
                    }}
                  />
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

interface PointNameProps {
  point: PlacingPoint;
  label: string;
  mayEdit: boolean;
  onName: (name: string) => void;
}

/** Saved when it is left, or with Enter. */
function PointName({ point, label, mayEdit, onName }: PointNameProps) {
  const styles = useStyles();
  const [text, setText] = useState(point.name);
  const place = `${point.latitude.toFixed(6)}, ${point.longitude.toFixed(6)}`;
  if (!mayEdit) return <span>{point.name === '' ? place : point.name}</span>;
  const save = () => {
    if (text.trim() !== point.name) onName(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Input
        className={styles.input}
        size="small"
        appearance="underline"
        aria-label={label}
        placeholder={place}
        maxLength={MAX_POINT_NAME}
        value={text}
        onChange={(_, { value }) => setText(value)}
        onBlur={save}
      />
    </form>
  );
}
