import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { listKind } from '@symbio/agency-lists/lists';
import { FocusReturn } from '../../components/focus-return.js';
import { saveFile } from '../../lib/files/save-file.js';
import { dateOnly, fileSize, medium } from '../../lib/ui/formats.js';
import {
  correctionText,
  currentVersion,
  editionText,
  numberText,
  qualityText,
  reasonText,
  refusedCsv,
  stateText,
} from './list-text.js';
import type { DataSet, ListVersion } from '../../evidence/data-sets-api.js';

const useStyles = makeStyles({
  surface: { maxWidth: '760px' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', maxHeight: 'min(70vh, 720px)', overflowY: 'auto' },
  heading: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  counts: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', gap: '2px 24px', margin: 0 },
  count: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  cell: {
    textAlign: 'start',
    verticalAlign: 'top',
    padding: '4px 12px 4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Records taken and rows refused of the searched file, and all editions. */
export function ListDetails({ list, onClose }: { list: DataSet; onClose: () => void }) {
  const styles = useStyles();
  const shown = currentVersion(list) ?? list.versions[0];
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <FocusReturn />
        <DialogBody>
          <DialogTitle>{list.name}</DialogTitle>
          <DialogContent className={styles.content}>
            {shown ? <VersionFacts version={shown} /> : null}
            <section aria-label="Editions">
              <h3 className={styles.heading}>Editions</h3>
              <table className={styles.table}>
                <thead>
                  <tr>
                    {['Data of', 'File', 'Loaded', 'State'].map((column) => (
                      <th key={column} scope="col" className={styles.cell}>
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.versions.map((version) => (
                    <tr key={version.id}>
                      <td className={styles.cell}>{dateOnly(version.agency_date)}</td>
                      <td className={styles.cell}>{`${version.file_name} (${fileSize(version.bytes)})`}</td>
                      <td
                        className={styles.cell}
                      >{`${medium(version.created_at)}, ${version.by_name || 'an operator'}`}</td>
                      <td className={styles.cell}>
                        {version.id === list.current_version_id
                          ? 'Searched'
                          : version.state === 'ready'
                            ? 'Replaced'
                            : stateText(version)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function VersionFacts({ version }: { version: ListVersion }) {
  const styles = useStyles();
  const { rows, taken, refused, examples, qualities, mended, lists, file_name: file } = version;
  return (
    <>
      <div className={styles.under}>
        {`${editionText(version)}: ${numberText(taken)} of ${numberText(rows)} rows taken`}
        {version.format ? `, read as ${version.format}` : ''}
      </div>
      <Counts title="Records by list" counts={lists} label={(list) => listKind(list)?.title ?? list} />
      <Counts title="Places" counts={qualities} label={qualityText} />
      <Counts title="Corrected places" counts={mended} label={correctionText} />
      <Counts title="Refused rows" counts={refused} label={reasonText} />
      {examples.length > 0 ? (
        <section aria-label="Examples of refused rows">
          <Button
            size="small"
            icon={<ArrowDownloadRegular />}
            onClick={() =>
              saveFile(new Blob(['\uFEFF', refusedCsv(version)], { type: 'text/csv' }), `refused-${file}.csv`)
            }
          >
            Download refused rows
          </Button>
          <div className={styles.under}>The first 20 of each reason.</div>
          <table className={styles.table} aria-label="Refused rows">
            <tbody>
              {examples.map(({ row, reason, text }) => (
                <tr key={row}>
                  <td className={styles.cell}>{`Row ${numberText(row)}`}</td>
                  <td className={styles.cell}>{reasonText(reason)}</td>
                  <td className={styles.cell}>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  );
}

function Counts(props: { title: string; counts: Readonly<Record<string, number>>; label: (key: string) => string }) {
  const styles = useStyles();
  const { title, counts, label } = props;
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  if (sorted.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.counts}>
        {sorted.map(([key, count]) => (
          <div key={key} className={styles.count}>
            <dt>{label(key)}</dt>
            <dd className={styles.value}>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
