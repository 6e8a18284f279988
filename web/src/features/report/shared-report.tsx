import { Button, Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { SharedReport } from '@symbio/client/app';
import { REPORT_STATE_LABELS } from '@symbio/proto/labels';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { apiErrorOf, errorMessage, type ApiError } from '../../lib/http/errors.js';
import { request } from '../../lib/http/request.js';
import { dateOnly, fileSize, medium } from '../../lib/ui/formats.js';
import { documentsOf } from './documents.js';
import { operation } from '../../lib/http/operation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px', overflowWrap: 'anywhere' },
  strong: { fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  files: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '8px' },
  file: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  hash: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase100 },
});

const ENDED = 'This link is not valid or has ended. Ask the person who sent it for a new one.';
const FAILED = 'The report could not be opened. Please try again.';

type State =
  | { kind: 'loading' }
  | { kind: 'open'; report: SharedReport }
  | { kind: 'failed'; error: ApiError; why: string };

function useSharedReport(token: string): [State, retry: () => void] {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setState({ kind: 'loading' });
    request<{ data: SharedReport }>({
      ...{ ...operation('POST', '/api/shared-reports/open', { body: { token } }), isOpen: true },
    }).then(
      ({ data }) => isCurrent && setState({ kind: 'open', report: data }),
      (error: unknown) =>
        isCurrent && setState({ kind: 'failed', error: apiErrorOf(error), why: errorMessage(error, FAILED) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  return [state, () => setAttempt(attempt + 1)];
}

function Files({ files }: Pick<SharedReport, 'files'>) {
  const styles = useStyles();
  const documents = documentsOf(files);
  // for `npm run verify-report`
  const evidence = files.filter(({ name }) => documents.every((one) => one.name !== name));
  const item = ({ name, bytes, url }: SharedReport['files'][number], label = name) => (
    <li key={name} className={styles.file}>
      <Link href={url}>{label}</Link>
      <span className={styles.note}>{fileSize(bytes)}</span>
    </li>
  );
  return (
    <>
      <ul className={styles.files} aria-label="Documents">
        {documents.map((file) => item(file, `Report (${file.label})`))}
      </ul>
      <details>
        <summary>{`Evidence and figures (${evidence.length})`}</summary>
        <ul className={styles.files} aria-label="Evidence and figures">
          {evidence.map((file) => item(file))}
        </ul>
      </details>
    </>
  );
}

/** What a share link of an issued report shows, without sign-in (D-63). */
export function SharedReportView() {
  const styles = useStyles();
  const [address] = useSearchParams();
  const [state, retry] = useSharedReport(address.get('token') ?? '');
  if (state.kind === 'loading') return <LoadingView />;
  if (state.kind === 'failed') {
    const isEnded = state.error.status === 404;
    return (
      <div className={styles.root}>
        <MessageBar intent={isEnded ? 'warning' : 'error'} layout="multiline" role="alert">
          <MessageBarBody>{isEnded ? ENDED : state.why}</MessageBarBody>
        </MessageBar>
        {isEnded ? null : <Button onClick={retry}>Retry</Button>}
      </div>
    );
  }
  const { report } = state;
  return (
    <div className={styles.root}>
      <p>
        <span className={styles.strong}>{report.project_title}</span>
        <br />
        {`${report.project_number}, version ${report.number}`}
      </p>
      {report.state === 'withdrawn' && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{`This version was withdrawn: ${report.reason ?? ''} Do not rely on it.`}</MessageBarBody>
        </MessageBar>
      )}
      {report.state === 'superseded' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{`${REPORT_STATE_LABELS.superseded}: a later version was issued. Ask for it before you rely on this one.`}</MessageBarBody>
        </MessageBar>
      )}
      {report.signed_by && <p>{`Signed by ${report.signed_by}, ${medium(report.signed_at)}`}</p>}
      {report.files.length > 0 && <Files files={report.files} />}
      <p className={styles.note}>
        {`This link works until ${dateOnly(report.last_day)}.`}
        <br />
        SHA-256 of the manifest: <span className={styles.hash}>{report.manifest_sha256}</span>
      </p>
    </div>
  );
}
