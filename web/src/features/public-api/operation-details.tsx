import {
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Badge,
  makeStyles,
  tokens,
  type BadgeProps,
} from '@fluentui/react-components';
import { CopyButton } from './copy-button.js';
import { API_PREFIX, curlOf, type Operation, type Parameter } from './operations.js';

const useStyles = makeStyles({
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, ':last-child': { borderBottomStyle: 'none' } },
  head: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 5fr) minmax(0, 6fr)',
    alignItems: 'center',
    columnGap: '12px',
    width: '100%',
    padding: '6px 0',
    textAlign: 'left',
    '@media (max-width: 760px)': { gridTemplateColumns: '64px minmax(0, 1fr)', rowGap: '4px' },
  },
  method: { justifySelf: 'start', fontFamily: tokens.fontFamilyMonospace },
  path: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  summary: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 760px)': { gridColumn: '1 / -1' },
  },
  panel: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '4px 0 20px' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  caption: { textAlign: 'left', fontWeight: tokens.fontWeightSemibold, paddingBottom: '4px' },
  cell: {
    padding: '6px 12px 6px 0',
    verticalAlign: 'top',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    ':last-child': { paddingRight: 0 },
  },
  name: {
    fontFamily: tokens.fontFamilyMonospace,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'left',
    width: '38%',
    '@media (max-width: 600px)': { width: '52%' },
  },
  required: { color: 'var(--symbio-flag-text)', fontFamily: tokens.fontFamilyBase, marginLeft: '6px' },
  note: { color: tokens.colorNeutralForeground3 },
  codeHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '28px' },
  codeTitle: { fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  code: {
    margin: '4px 0 0',
    padding: '12px 14px',
    overflow: 'auto',
    maxHeight: '420px',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

const METHOD_COLORS: Record<Operation['method'], BadgeProps['color']> = {
  GET: 'brand',
  POST: 'success',
  PUT: 'warning',
  DELETE: 'danger',
};

/** Method and path of an operation: its name on the page. */
export const operationName = ({ method, path }: Operation): string => `${method} ${API_PREFIX}${path}`;

function Parameters({ caption, rows }: { caption: string; rows: readonly Parameter[] }) {
  const styles = useStyles();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <tbody>
        {rows.map(({ name, required, type, text }) => (
          <tr key={name}>
            <th scope="row" className={`${styles.cell} ${styles.name}`}>
              {name}
              {required ? <span className={styles.required}>required</span> : null}
            </th>
            <td className={styles.cell}>
              {type}
              {text ? <div className={styles.note}>{text}</div> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A block of code with its own copy button. It scrolls, so the keyboard can reach it. */
export function CodeBlock({ title, what, text }: { title: string; what: string; text: string }) {
  const styles = useStyles();
  return (
    <div>
      <div className={styles.codeHead}>
        <span className={styles.codeTitle}>{title}</span>
        <CopyButton text={text} what={what} />
      </div>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={what}>
        {text}
      </pre>
    </div>
  );
}

/** One operation: its name, and behind it parameters, body, an example request and what it answers (SET-13). */
export function OperationDetails({ operation }: { operation: Operation }) {
  const styles = useStyles();
  const { method, path, summary, query = [], body = [], answer } = operation;
  const name = operationName(operation);
  return (
    <AccordionItem value={name} className={styles.item}>
      <AccordionHeader as="h3" expandIconPosition="end">
        <span className={styles.head}>
          <Badge className={styles.method} appearance="tint" color={METHOD_COLORS[method]}>
            {method}
          </Badge>
          <span className={styles.path}>
            {API_PREFIX}
            {path}
          </span>
          <span className={styles.summary}>{summary}</span>
        </span>
      </AccordionHeader>
      <AccordionPanel>
        <div className={styles.panel}>
          {query.length > 0 ? <Parameters caption="Parameters" rows={query} /> : null}
          {body.length > 0 ? <Parameters caption="Body (JSON)" rows={body} /> : null}
          <CodeBlock title="Request" what={`request of ${name}`} text={curlOf(operation, window.location.origin)} />
          <CodeBlock
            title={`Answer ${answer.status}`}
            what={`answer of ${name}`}
            text={JSON.stringify(answer.body, null, 2)}
          />
        </div>
      </AccordionPanel>
    </AccordionItem>
  );
}
