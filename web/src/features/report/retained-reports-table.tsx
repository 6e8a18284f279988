import { Badge, Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { REPORT_STATE_LABELS } from '@symbio/proto/labels';
import { cardTable } from '../../components/card-table.js';
import { OPERATOR, useOrganizations } from '../../lib/session/organizations.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { documentsOf } from './documents.js';
import { FilesMenu } from './files-menu.js';
import type { RetainedReport } from './retained-reports-api.js';
import { useDownload } from './use-download.js';

// the menu of the settings is beside the table
const narrow = '@media (max-width: 1128px)';
const { styles: base, inCard } = cardTable(narrow);

const useStyles = makeStyles({
  ...base,
  row: {
    ...base.row,
    [narrow]: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '10px 16px', padding: '14px 16px' },
  },
  title: { minWidth: '160px', overflowWrap: 'anywhere', [narrow]: inCard.title },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  under: {
    display: 'block',
    whiteSpace: 'normal',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  version: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  date: { whiteSpace: 'nowrap' },
  actions: { [narrow]: { ...inCard.title, flexDirection: 'row', flexWrap: 'wrap' } },
  // aligned with the head of the column
  file: {
    minWidth: 'auto',
    whiteSpace: 'nowrap',
    paddingLeft: '4px',
    paddingRight: '8px',
    marginLeft: '-4px',
  },
});

const COLUMNS = ['Project', 'Version', 'Issued', 'Project deleted', 'Kept until', 'Download'] as const;

export function RetainedReportsTable({ reports }: { reports: readonly RetainedReport[] }) {
  const styles = useStyles();
  return (
    // explicit roles: changing `display` for narrow windows removes the native ones
    <table role="table" className={styles.table} aria-label="Retained reports">
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col" className={styles.headCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {reports.map((report) => (
          <ReportRow key={report.version.id} report={report} />
        ))}
      </tbody>
    </table>
  );
}

function ReportRow({ report }: { report: RetainedReport }) {
  const styles = useStyles();
  const download = useDownload();
  const { version, project_title: title, project_number: number, organization_id: organizationId } = report;
  // only people of the operator see several organizations
  const organizations = useOrganizations();
  const owner = organizations?.length
    ? (organizations.find(({ id }) => id === organizationId)?.name ?? OPERATOR)
    : undefined;
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={mergeClasses(styles.cell, styles.title)}>
        <span className={styles.name}>{title}</span>
        <span className={styles.under}>{owner ? `${number} · ${owner}` : number}</span>
      </td>
      <td role="cell" className={styles.cell} data-label="Version">
        <span className={styles.version}>
          {`Version ${version.number}`}
          <Badge appearance="outline">{REPORT_STATE_LABELS[version.state]}</Badge>
        </span>
        {version.state === 'withdrawn' && version.reason && <span className={styles.under}>{version.reason}</span>}
        {version.signature && <span className={styles.under}>{`Signed by ${version.signature.by_name}`}</span>}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.date)} data-label="Issued">
        {dateOnly(version.issued_at)}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.date)} data-label="Project deleted">
        {dateOnly(report.erased_at)}
        <span className={styles.under}>{report.erased_by_name ? `by ${report.erased_by_name}` : 'automatically'}</span>
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.date)} data-label="Kept until">
        {dateOnly(report.kept_until)}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)}>
        {documentsOf(version.files).map(({ name, label }) => (
          <Button
            key={name}
            className={styles.file}
            appearance="subtle"
            icon={<ArrowDownloadRegular />}
            aria-label={`Download version ${version.number} of ${title} as ${label}`}
            onClick={() => void download(version, name)}
          >
            {label}
          </Button>
        ))}
        <FilesMenu
          className={styles.file}
          version={version}
          name={`All files of version ${version.number} of ${title}`}
        />
      </td>
    </tr>
  );
}
