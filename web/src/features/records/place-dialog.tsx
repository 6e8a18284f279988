import { Field, makeStyles, Textarea } from '@fluentui/react-components';
import type { Place } from '@symbio/georeference';
import { useMemo, useState } from 'react';
import { RecordDialog } from '../../components/record-dialog.js';
import { useGetBoundaryQuery } from '../../evidence/boundary-api.js';
import { useProject } from '../../lib/project/project-context.js';
import { boundaryBox, boundaryLayers } from '../../map/boundary-layers.js';
import type { MapMarker } from '../../map/map-layers.js';
import { withPlace } from '../../map/mercator.js';
import { TypedPlace } from '../../map/placing/typed-place.js';
import { SheetMap } from '../../map/sheet-map.js';
import { nameText } from './record-text.js';
import { withSurroundings } from './records-map.js';
import type { RecordHit } from './records-api.js';
import { useDecisions } from './use-decisions.js';

const useStyles = makeStyles({
  map: { display: 'flex', height: '320px', overflow: 'hidden' },
});

const NO_SHEETS: readonly never[] = [];

const placeOf = ({ longitude, latitude }: RecordHit): Place | null =>
  longitude === null || latitude === null ? null : { longitude, latitude };

/** Where a record is, by a click on the map, an address or coordinates, with the reason. */
export function PlaceDialog({ hit, onClose }: { hit: RecordHit; onClose: () => void }) {
  const styles = useStyles();
  const { project } = useProject();
  const { place: save } = useDecisions();
  const { currentData: boundary } = useGetBoundaryQuery(project.id);
  const [place, setPlace] = useState(placeOf(hit));
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isMoved = place !== null && (place.longitude !== hit.longitude || place.latitude !== hit.latitude);
  const geometry = boundary?.geometry ?? null;
  const layers = useMemo(() => (geometry ? boundaryLayers(geometry) : []), [geometry]);
  const box = useMemo(() => {
    if (!geometry) return null;
    const property = withSurroundings(boundaryBox(geometry));
    const known = placeOf(hit);
    return known ? withPlace(property, known) : property;
  }, [geometry, hit]);
  const markers = useMemo(
    (): MapMarker[] => (place ? [{ key: 'place', text: '', ...place, isSelected: true }] : []),
    [place],
  );

  async function confirm(): Promise<void> {
    if (!place) return;
    setBusy(true);
    const refused = await save(hit, place, reason.trim());
    setBusy(false);
    if (refused === null) onClose();
    else setRefusal(refused);
  }

  return (
    <RecordDialog
      title={`Place: ${nameText(hit)}`}
      confirmLabel="Place the record"
      isDirty={isMoved || reason !== ''}
      isMissing={!isMoved || reason.trim() === ''}
      isLoading={isBusy}
      onSave={() => void confirm()}
      {...{ refusal, onClose }}
    >
      <TypedPlace onPlace={({ at }) => setPlace(at)} />
      <div className={styles.map}>
        <SheetMap
          sheets={NO_SHEETS}
          layers={layers}
          markers={markers}
          fitTo={box}
          label="Map: click where the record is, or type it above"
          cursor="crosshair"
          table={<p>Type the address or the coordinates above.</p>}
          onClick={setPlace}
        />
      </div>
      <div role="status">
        {place
          ? `Place: ${place.latitude.toFixed(6)}, ${place.longitude.toFixed(6)}`
          : 'Click on the map where the record is.'}
      </div>
      <Field label="How do you know the place?" required>
        <Textarea value={reason} maxLength={4_000} onChange={(_, { value }) => setReason(value)} />
      </Field>
    </RecordDialog>
  );
}
