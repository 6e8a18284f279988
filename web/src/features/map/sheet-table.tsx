import { Table, TableBody, TableCell, TableHeader, TableHeaderCell, TableRow } from '@fluentui/react-components';
import type { MapSheet } from './map-data.js';

const COLUMNS = ['Sheet', 'Place', 'West', 'South', 'East', 'North'];

/** In place of the map, where the browser cannot draw it: the sheets with their bounds in degrees. */
export function SheetTable({ sheets }: { sheets: readonly MapSheet[] }) {
  return (
    <Table size="small" aria-label="Placed sheets">
      <TableHeader>
        <TableRow>
          {COLUMNS.map((name) => (
            <TableHeaderCell key={name}>{name}</TableHeaderCell>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {sheets.map(({ placed, name }) => (
          <TableRow key={placed.page_id}>
            <TableCell>{name}</TableCell>
            <TableCell>{placed.state_text}</TableCell>
            {boundsOf(placed.footprint?.coordinates[0] ?? []).map((degrees, index) => (
              <TableCell key={COLUMNS[index + 2]}>{degrees}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function boundsOf(ring: readonly (readonly [number, number])[]): string[] {
  if (ring.length === 0) return ['', '', '', ''];
  const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
  const bounds = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
  return bounds.map((degrees) => degrees.toFixed(5));
}
