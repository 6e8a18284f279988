import { Accordion, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { usePermission } from '../../lib/me.js';
import { ApiKeysPanel } from './api-keys-panel.js';
import { BackToTop } from './back-to-top.js';
import { CodeBlock, OperationDetails, operationName } from './operation-details.js';
import { API_PREFIX, OPERATION_COUNT, OPERATION_GROUPS } from './operations.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
  text: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase400, maxWidth: '76ch' },
  code: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  contents: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px 20px',
    listStyleType: 'none',
    margin: '12px 0 0',
    padding: 0,
  },
  count: { color: tokens.colorNeutralForeground3, marginLeft: '4px', fontVariantNumeric: 'tabular-nums' },
  group: { scrollMarginTop: '80px' },
  groupText: { color: tokens.colorNeutralForeground3, marginBottom: '8px', maxWidth: '76ch' },
});

/** Keys of the public API for administrators, and its documentation (SET-13, SET-14). Its route asks for canSeeReleaseNotes. */
export function PublicApiPage() {
  const styles = useStyles();
  const { hash } = useLocation();
  const mayManageKeys = usePermission('canManageUser') === true;
  useDocumentTitle('Public API');
  useEffect(() => {
    // the page is drawn by script, after the browser has looked for the anchor of its address
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
  return (
    <>
      <PageHeader
        title="Public API"
        subtitle={`${OPERATION_COUNT} operations for programs and AI agents that read documents and write findings.`}
      />
      <div className={styles.stack}>
        {mayManageKeys ? <ApiKeysPanel /> : null}
        <Sheet title="Authorization">
          <p className={styles.text}>
            Every operation needs an API key as a bearer token. A key acts for one user: it can open what that user can
            open, in all projects or in those it was limited to, and nothing else.
            {mayManageKeys ? null : ' Administrators create keys.'}
          </p>
          <CodeBlock title="Header" what="authorization header" text={'Authorization: Bearer sk_...'} />
        </Sheet>
        <Sheet title="Operations">
          <p className={styles.text}>
            Paths begin with <span className={styles.code}>{API_PREFIX}</span>. Bodies and answers are JSON. Errors
            carry a sentence in <span className={styles.code}>error</span>: 400 for a bad or missing field, 401 for a
            missing or revoked key, 404 for what is unknown or out of reach.
          </p>
          <ul className={styles.contents}>
            {OPERATION_GROUPS.map(({ id, title, operations }) => (
              <li key={id}>
                <Link href={`#${id}`}>{title}</Link>
                <span className={styles.count}>{operations.length}</span>
              </li>
            ))}
          </ul>
        </Sheet>
        {OPERATION_GROUPS.map(({ id, title, text, operations }) => (
          <Sheet key={id} id={id} title={title} className={styles.group}>
            <p className={styles.groupText}>{text}</p>
            <Accordion multiple collapsible>
              {operations.map((operation) => (
                <OperationDetails key={operationName(operation)} operation={operation} />
              ))}
            </Accordion>
          </Sheet>
        ))}
      </div>
      <BackToTop />
    </>
  );
}
