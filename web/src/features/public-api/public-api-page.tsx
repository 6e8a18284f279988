import { referenceOf, type Language } from '@symbio/api/reference';
import { Link, makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { useMemo, useState, type ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { errorMessage } from '../../lib/http/errors.js';
import { usePermission } from '../../lib/session/me.js';
import { ApiKeysPanel } from './api-keys-panel.js';
import { BackToTop } from './back-to-top.js';
import { CodeBlock } from './code-block.js';
import { useListApiKeysQuery } from './api.js';
import { useApiDocumentQuery } from './document-api.js';
import { OperationsSection } from './operations-section.js';
import { QuickStart } from './quick-start.js';
import { ReaderContext, type Reader } from './reader.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '20px' },
  text: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase400, maxWidth: '76ch' },
  links: { display: 'flex', flexWrap: 'wrap', gap: '4px 18px', marginTop: '10px' },
});

/**
 * SET-13, SET-14. The route requires canSeeReleaseNotes.
 * @param webhooks panel of another feature, for administrators
 */
export function PublicApiPage({ webhooks }: { webhooks?: ReactNode }) {
  const styles = useStyles();
  const mayManageKeys = usePermission('canManageUser') === true;
  const [language, setLanguage] = useState<Language>('curl');
  const [apiKey, setApiKey] = useState('');
  const { data: document, error, refetch } = useApiDocumentQuery();
  // wait for the keys, which would push down the content below
  const keys = useListApiKeysQuery(undefined, { skip: !mayManageKeys });
  const reference = useMemo(() => document && referenceOf(document), [document]);
  const known = useMemo(
    () => new Set(reference?.groups.flatMap(({ operations }) => operations.map(({ id }) => id))),
    [reference],
  );
  const reader = useMemo<Reader>(() => ({ language, setLanguage, apiKey, setApiKey }), [language, apiKey]);
  useDocumentTitle('Public API');
  const operations = reference ? `${reference.count} operations` : 'Operations';
  return (
    <ReaderContext value={reader}>
      <PageHeader
        title="Public API"
        subtitle={`${operations} for programs and AI agents that read documents and write findings.`}
      />
      <div className={styles.stack}>
        {mayManageKeys ? <ApiKeysPanel /> : null}
        {keys.isLoading ? null : (
          <>
            {mayManageKeys ? webhooks : null}
            <Sheet title="Authorization">
              <p className={styles.text}>
                Every operation needs an API key as a bearer token. A key acts for one user: it can open what that user
                can open, in all projects or in those it was limited to, and nothing else.
                {mayManageKeys ? null : ' Administrators create keys.'}
              </p>
              <CodeBlock title="Header" what="authorization header" text={'Authorization: Bearer sk_...'} />
              {reference ? (
                <div className={styles.links}>
                  <Link href="#quick-start">Quick start</Link>
                  <Link href="#operations">Operations</Link>
                  <Link href={`${reference.prefix}/openapi.json`} target="_blank" rel="noreferrer">
                    OpenAPI 3.1
                  </Link>
                  <Link href="/llms.txt" target="_blank" rel="noreferrer">
                    llms.txt
                  </Link>
                </div>
              ) : null}
            </Sheet>
            {reference ? (
              <>
                <QuickStart prefix={reference.prefix} known={known} />
                <OperationsSection reference={reference} />
              </>
            ) : (
              <Sheet title="Operations">
                {error ? (
                  <ErrorState title="The operations could not be loaded" onRetry={() => void refetch()}>
                    {errorMessage(error, '')}
                  </ErrorState>
                ) : (
                  <Skeleton aria-label="Loading the operations">
                    <SkeletonItem size={96} />
                  </Skeleton>
                )}
              </Sheet>
            )}
          </>
        )}
      </div>
      <BackToTop />
    </ReaderContext>
  );
}
