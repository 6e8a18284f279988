import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { polygonFault } from '@symbio/proto/annotation/outlines';
import { MAX_POLYGON_POINTS, MIN_POLYGON_POINTS } from '@symbio/proto/limits';
import { useState } from 'react';
import type { PolygonCoordinates } from '../../evidence/annotation-records.js';
import { isKey } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  row: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: tokens.spacingHorizontalS,
    '& > *': { flexGrow: 1, minWidth: 0, flexBasis: 0 },
  },
  input: { minWidth: 0, width: '100%', '& input': { minWidth: 0 }, '& select': { minWidth: 0 } },
  error: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

interface CornerFieldsProps {
  coordinates: PolygonCoordinates;
  onChange: (coordinates: PolygonCoordinates) => void;
}

/** Number fields for a polygon's corners in image pixels: the keyboard alternative to handles. */
export function CornerFields({ coordinates: { points }, onChange }: CornerFieldsProps) {
  const styles = useStyles();
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState<Partial<Record<'x' | 'y', string>>>({});
  const [error, setError] = useState('');
  const at = Math.min(chosen, points.length - 1);
  const corner = points[at];
  const next = points[at + 1] ?? points[0];
  if (!corner || !next) return null;

  const change = (changed: PolygonCoordinates['points']): boolean => {
    const fault = polygonFault(changed);
    setError(fault ? `${fault}.` : '');
    if (!fault) onChange({ points: changed });
    return !fault;
  };
  const choose = (index: number) => {
    setChosen(index);
    setTyped({});
    setError('');
  };
  const save = (name: 'x' | 'y'): void => {
    const text = typed[name];
    setTyped((before) => ({ ...before, [name]: undefined }));
    const value = Number(text);
    if (text === undefined || text.trim() === '' || !Number.isFinite(value) || value === Math.round(corner[name]))
      return;
    change(points.with(at, { ...corner, [name]: value }));
  };
  const place = (name: 'x' | 'y', label: string) => (
    <Field label={label} size="small">
      <Input
        size="small"
        className={styles.input}
        inputMode="numeric"
        value={typed[name] ?? String(Math.round(corner[name]))}
        onChange={(_, { value }) => setTyped((before) => ({ ...before, [name]: value }))}
        onBlur={() => save(name)}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) save(name);
        }}
      />
    </Field>
  );
  const middle = { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 };
  return (
    <div className={styles.root} role="group" aria-label="Corners of the polygon">
      <div className={styles.row}>
        <Field label="Corner" size="small">
          <Select size="small" value={String(at)} onChange={(_, { value }) => choose(Number(value))}>
            {points.map((_, index) => (
              <option key={index} value={index}>{`${index + 1} of ${points.length}`}</option>
            ))}
          </Select>
        </Field>
        {place('x', 'From left, px')}
        {place('y', 'From top, px')}
      </div>
      <div className={styles.row}>
        <Button
          size="small"
          icon={<AddRegular />}
          disabled={points.length >= MAX_POLYGON_POINTS}
          onClick={() => change(points.toSpliced(at + 1, 0, middle)) && choose(at + 1)}
        >
          Add after it
        </Button>
        <Button
          size="small"
          icon={<DeleteRegular />}
          disabled={points.length <= MIN_POLYGON_POINTS}
          onClick={() => change(points.toSpliced(at, 1)) && choose(Math.max(at - 1, 0))}
        >
          Remove it
        </Button>
      </div>
      {error !== '' && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
