import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useGetDistancesQuery, type Distances } from '../../evidence/distances-api.js';
import { useMoveFeatureMutation, type Feature } from '../../evidence/evidence-api.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

type SheetPlace = NonNullable<Distances['mentions'][number]['sheet_place']>;

/** Nearest one that the sheets of a feature say, if all of them say another place than its coordinate. */
export function otherPlaceOf(featureId: string, { mentions }: Distances): SheetPlace | null {
  const places = mentions.filter(({ feature_id: id }) => id === featureId).map(({ sheet_place: place }) => place);
  const other = places.filter((place) => place !== null);
  if (other.length < places.length) return null;
  return other.sort((a, b) => a.offset_ft - b.offset_ft)[0] ?? null;
}

/** Offers the place that the sheets say, since they were placed or moved; never moves the feature by itself. */
export function SheetPlaceLine({ feature }: { feature: Feature }) {
  const styles = useStyles();
  const { currentData } = useGetDistancesQuery(feature.project_id, { skip: feature.coordinate === null });
  const [move, { isLoading }] = useMoveFeatureMutation();
  const place = currentData && otherPlaceOf(feature.id, currentData);
  if (!place) return null;

  async function take(to: SheetPlace): Promise<void> {
    try {
      await move({ feature, to }).unwrap();
      notify({ type: 'success', title: 'Coordinate taken from the sheet' });
    } catch (error) {
      notify({ type: 'error', title: 'The coordinate was not changed', description: changeRefusal(error) });
    }
  }

  return (
    <div className={styles.line}>
      <span>{`The sheet says ${place.offset_ft.toLocaleString('en-US')} ft from here.`}</span>
      <Button size="small" disabledFocusable={isLoading} onClick={() => void take(place)}>
        Take it
      </Button>
    </div>
  );
}
