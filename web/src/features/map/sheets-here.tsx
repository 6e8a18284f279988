import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { Place } from '@symbio/georeference';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { RouterLink } from '../../components/router-link.js';
import { placeText } from '../../evidence/evidence-api.js';
import { useFindSheetsAtQuery, type SheetAtPlace } from '../../evidence/georeferences-api.js';
import type { MapSheet } from './map-data.js';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { flexGrow: 1 },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  muted: { color: tokens.colorNeutralForeground3 },
});

interface SheetsHereProps {
  projectId: string;
  place: Place;
  sheets: readonly MapSheet[];
  onClose: () => void;
}

const hrefOf = (projectId: string, { document_id: documentId, page_id: pageId, x, y }: SheetAtPlace): string =>
  `/projects/${projectId}/documents/${documentId}?page=${pageId}&at=${Math.round(x)},${Math.round(y)}`;

/** Each sheet opens at that pixel. */
export function SheetsHere({ projectId, place, sheets, onClose }: SheetsHereProps) {
  const styles = useStyles();
  const { longitude, latitude } = place;
  const found = useFindSheetsAtQuery({ projectId, place: { longitude, latitude } });
  const nameOf = (pageId: string): string =>
    sheets.find(({ placed }) => placed.page_id === pageId)?.name ?? 'Another sheet';
  return (
    <section aria-label="What every year shows here">
      <div className={styles.head}>
        <Text as="h2" weight="semibold" className={styles.title}>
          What every year shows here
        </Text>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="Close what every year shows here"
          onClick={onClose}
        />
      </div>
      <Text size={200} className={styles.muted}>
        {placeText({ latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) })}
      </Text>
      {found.isError ? (
        <LoadErrorMessage what="The sheets" error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.currentData ? (
        <Spinner size="tiny" label="Loading sheets..." />
      ) : found.currentData.length === 0 ? (
        <p>No placed sheet shows this place.</p>
      ) : (
        <ul className={styles.list}>
          {found.currentData.map((sheet) => (
            <li key={sheet.page_id}>
              <RouterLink to={hrefOf(projectId, sheet)}>
                {`${sheet.year ?? 'No year'}: ${nameOf(sheet.page_id)}`}
              </RouterLink>{' '}
              <span className={styles.muted}>{sheet.state_text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
