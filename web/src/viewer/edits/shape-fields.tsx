import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { isEllipse, isPolygon } from '@symbio/sheet/geometry/shapes';
import type { AnnotationCoordinates, PolygonCoordinates } from '../../evidence/annotation-records.js';
import { boundsOf, centreOf, MINIMUM_DRAWN_RADIUS } from '@symbio/sheet/geometry/geometry';
import { slantDegrees } from '@symbio/sheet/drawing/shape-handles';
import { isKey } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
  root: { display: 'flex', gap: tokens.spacingHorizontalS, '& > *': { flexGrow: 1, minWidth: 0, flexBasis: 0 } },
  input: { minWidth: 0, width: '100%', '& input': { minWidth: 0 } },
});

type FieldName = 'width' | 'height' | 'rotate';

interface ShapeFieldsProps {
  coordinates: AnnotationCoordinates;
  onChange: (coordinates: AnnotationCoordinates) => void;
}

/** Number fields for size in image pixels and slant of an ellipse in degrees: the keyboard alternative to handles. */
export function ShapeFields({ coordinates, onChange }: ShapeFieldsProps) {
  const styles = useStyles();
  const present = valuesOf(coordinates);
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  const save = (name: FieldName): void => {
    const text = typed[name];
    setTyped((before) => ({ ...before, [name]: undefined }));
    const value = Number(text);
    if (text === undefined || text.trim() === '' || !Number.isFinite(value) || value === present[name]) return;
    const changed = withValue(coordinates, name, value);
    if (changed) onChange(changed);
  };
  const field = (name: FieldName, label: string) => (
    <Field key={name} label={label} size="small">
      <Input
        size="small"
        className={styles.input}
        inputMode="numeric"
        value={typed[name] ?? String(present[name])}
        onChange={(_, { value }) => setTyped((before) => ({ ...before, [name]: value }))}
        onBlur={() => save(name)}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) save(name);
        }}
      />
    </Field>
  );
  return (
    <div className={styles.root}>
      {field('width', 'Width, px')}
      {field('height', 'Height, px')}
      {isEllipse(coordinates) && field('rotate', 'Rotation, °')}
    </div>
  );
}

function valuesOf(shape: AnnotationCoordinates): Record<FieldName, number> {
  if (isEllipse(shape))
    return {
      width: Math.round(2 * shape.radiusX),
      height: Math.round(2 * shape.radiusY),
      rotate: slantDegrees(shape.theta),
    };
  const { width, height } = boundsOf(shape);
  return { width: Math.round(width), height: Math.round(height), rotate: 0 };
}

/** Changes one number and keeps the centre; null when too small to draw (CONST-12). */
export function withValue(shape: AnnotationCoordinates, name: FieldName, value: number): AnnotationCoordinates | null {
  if (name === 'rotate') return isEllipse(shape) ? { ...shape, theta: (value * Math.PI) / 180 } : null;
  if (value <= 2 * MINIMUM_DRAWN_RADIUS) return null;
  if (isEllipse(shape)) return { ...shape, [name === 'width' ? 'radiusX' : 'radiusY']: value / 2 };
  if (isPolygon(shape)) return stretched(shape, name, value);
  return name === 'width'
    ? { ...shape, x: shape.x + (shape.width - value) / 2, width: value }
    : { ...shape, y: shape.y + (shape.height - value) / 2, height: value };
}

function stretched(shape: PolygonCoordinates, name: 'width' | 'height', value: number): PolygonCoordinates {
  const middle = centreOf(shape);
  const factor = value / boundsOf(shape)[name];
  return {
    points: shape.points.map(({ x, y }) =>
      name === 'width' ? { x: middle.x + (x - middle.x) * factor, y } : { x, y: middle.y + (y - middle.y) * factor },
    ),
  };
}
