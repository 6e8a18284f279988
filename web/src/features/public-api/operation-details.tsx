import { LANGUAGES, sampleRequest, type Language, type ReferenceOperation, type Shape } from '@symbio/api/reference';
import {
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Badge,
  Button,
  Link,
  makeStyles,
  tokens,
  type BadgeProps,
} from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { CodeBlock, SampleBlock } from './code-block.js';
import { CopyButton } from '../../components/copy-button.js';
import { FieldList } from './field-list.js';
import { Prose } from './prose.js';
import { TryIt } from './try-it.js';

const WIDE = '@media (min-width: 1100px)';

const useStyles = makeStyles({
  item: {
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
    scrollMarginTop: '80px',
  },
  head: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 5fr) minmax(0, 6fr)',
    alignItems: 'center',
    columnGap: '12px',
    width: '100%',
    padding: '6px 0',
    textAlign: 'left',
    '@media (max-width: 760px)': { gridTemplateColumns: '72px minmax(0, 1fr)', rowGap: '4px' },
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
  text: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300, maxWidth: '80ch' },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 14px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '20px 28px',
    alignItems: 'start',
    [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold, paddingBottom: '6px' },
  shape: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, padding: '6px 0 2px' },
  plain: { margin: 0, padding: 0, listStyleType: 'none', fontSize: tokens.fontSizeBase200 },
  refusal: {
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 1fr)',
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  header: {
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  status: { fontFamily: tokens.fontFamilyMonospace },
});

const METHOD_COLORS: Record<string, BadgeProps['color']> = {
  get: 'brand',
  post: 'success',
  put: 'warning',
  delete: 'danger',
};

const RIGHTS = {
  open: 'Public, no key needed',
  read: 'Any key',
  write: 'A key with write access',
  people: 'A signed-in user; keys are refused',
} as const;

export const operationName = ({ method, path }: Pick<ReferenceOperation, 'method' | 'path'>, prefix: string): string =>
  `${method.toUpperCase()} ${prefix}${path}`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div role="group" aria-label={title}>
      <h4 className={styles.title}>{title}</h4>
      {children}
    </div>
  );
}

function Shapes({ shapes, label }: { shapes: readonly Shape[]; label: string }) {
  const styles = useStyles();
  return shapes.map(({ name, fields }, at) => (
    <div key={name ?? at}>
      {shapes.length > 1 ? <div className={styles.shape}>{at > 0 ? `or ${name ?? ''}` : name}</div> : null}
      <FieldList fields={fields} label={label} />
    </div>
  ));
}

function Refusals({ refusals }: Pick<ReferenceOperation, 'refusals'>) {
  const styles = useStyles();
  return (
    <ul className={styles.plain}>
      {refusals.map(({ status, description }) => (
        <li key={status} className={styles.refusal}>
          <span className={styles.status}>{status}</span>
          <Prose text={description} />
        </li>
      ))}
    </ul>
  );
}

function Contract({ operation }: { operation: ReferenceOperation }) {
  const styles = useStyles();
  const { params, query, headers, body, answer, refusals, variants } = operation;
  return (
    <div className={styles.column}>
      {params.length > 0 ? (
        <Part title="Path">
          <FieldList fields={params} label="Path" />
        </Part>
      ) : null}
      {query.length > 0 ? (
        <Part title="Parameters">
          <FieldList fields={query} label="Parameters" />
        </Part>
      ) : null}
      {headers.length > 0 ? (
        <Part title="Headers">
          <FieldList fields={headers} label="Headers" />
        </Part>
      ) : null}
      {body ? (
        <Part title={body.contentType === 'application/json' ? 'Body (JSON)' : 'Body (form)'}>
          <Shapes shapes={body.shapes} label="Body" />
        </Part>
      ) : null}
      <Part title={`Answer ${answer.status}`}>
        <Prose className={styles.text} text={answer.description} />
        <Shapes shapes={answer.shapes} label="Answer" />
        {answer.headers.map(({ name, description }) => (
          <div key={name} className={styles.header}>
            <span className={styles.status}>{name}</span>
            <Prose text={description} />
          </div>
        ))}
      </Part>
      <Part title="Refusals">
        <Refusals refusals={refusals} />
      </Part>
      {variants.length > 0 ? (
        <Part title="Older forms of this path">
          <ul className={styles.plain}>
            {variants.map(({ id, selector, summary, insteadUse }) => (
              <li key={id} id={id}>
                <span className={styles.status}>?{selector}=</span> {summary}.{' '}
                {insteadUse ? (
                  <>
                    Use <Link href={`#${insteadUse}`}>{insteadUse}</Link> instead.
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </div>
  );
}

interface OperationDetailsProps {
  operation: ReferenceOperation;
  prefix: string;
}

function OperationBody({ operation, prefix }: OperationDetailsProps) {
  const styles = useStyles();
  const [isTrying, setTrying] = useState(false);
  const { origin, pathname } = window.location;
  const { id, access, answer, description } = operation;
  const name = operationName(operation, prefix);
  const samples = Object.fromEntries(
    LANGUAGES.map((language) => [language, sampleRequest(operation, language, origin, prefix)]),
  ) as Record<Language, string>;
  return (
    <div className={styles.panel}>
      {description ? <Prose className={styles.text} text={description} /> : null}
      <div className={styles.line}>
        <span>{RIGHTS[access]}</span>
        <Link href={`#${id}`}>{id}</Link>
        <CopyButton text={`${origin}${pathname}#${id}`} what={`link to ${id}`} />
        <Link href={`${prefix}/docs/${id}.md`} target="_blank" rel="noreferrer">
          Markdown
        </Link>
        <Button
          size="small"
          icon={<PlayRegular />}
          aria-expanded={isTrying}
          onClick={() => setTrying((before) => !before)}
        >
          Try it
        </Button>
      </div>
      {isTrying ? <TryIt operation={operation} prefix={prefix} /> : null}
      <div className={styles.columns}>
        <Contract operation={operation} />
        <div className={styles.column}>
          <SampleBlock what={`request of ${name}`} samples={samples} />
          {answer.sample === undefined ? null : (
            <CodeBlock
              title="Example of an answer"
              what={`answer of ${name}`}
              text={JSON.stringify(answer.sample, null, 2)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** SET-13 */
export function OperationDetails({ operation, prefix }: OperationDetailsProps) {
  const styles = useStyles();
  const { id, method, path, summary } = operation;
  return (
    <AccordionItem value={id} id={id} className={styles.item}>
      <AccordionHeader as="h3" expandIconPosition="end">
        <span className={styles.head}>
          <Badge className={styles.method} appearance="tint" color={METHOD_COLORS[method] ?? 'informative'}>
            {method.toUpperCase()}
          </Badge>
          <span className={styles.path}>
            {prefix}
            {path}
          </span>
          <span className={styles.summary}>{summary}</span>
        </span>
      </AccordionHeader>
      <AccordionPanel>
        <OperationBody operation={operation} prefix={prefix} />
      </AccordionPanel>
    </AccordionItem>
  );
}
