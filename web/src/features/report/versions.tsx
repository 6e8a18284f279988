import { Badge, Button, Checkbox, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ShareRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { DECLARATION, REPORT_STATE_LABELS } from '@symbio/proto/labels';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { useProject } from '../../lib/project/project-context.js';
import { medium } from '../../lib/ui/formats.js';
import { differenceText, fieldText } from './difference-text.js';
import { documentsOf } from './documents.js';
import { FilesMenu } from './files-menu.js';
import { useChangeVersionMutation, useGetReportDifferenceQuery, type ReportVersion } from './report-api.js';
import { useGetUnopenedPagesQuery } from './review-list-api.js';
import { Finding } from './review-list.js';
import { ShareReportDialog } from './share-report-dialog.js';
import { useDownload } from './use-download.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '20px' },
  version: { display: 'flex', flexDirection: 'column', gap: '8px', overflowWrap: 'anywhere' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  note: { color: tokens.colorNeutralForeground3 },
  reason: { maxWidth: '480px' },
  file: { minWidth: 'auto', paddingLeft: '4px', paddingRight: '4px' },
});

function Differences({ id, from }: { id: string; from: string }) {
  const styles = useStyles();
  const { data, error, refetch } = useGetReportDifferenceQuery({ id, from });
  if (error && !data)
    return <LoadErrorMessage what="The list of changes" error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.length === 0) return <Text className={styles.note}>Nothing changed.</Text>;
  return (
    <ul aria-label="Changes">
      {data.map((each) => (
        <li key={`${each.kind} ${each.id}`}>
          {differenceText(each)}
          {each.fields.map((change) => (
            <div key={change.field} className={styles.note}>
              {fieldText(change)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ReasonedStepProps {
  id: string;
  step: 'request-changes' | 'withdraw';
  label: string;
  button: string;
}

/** A step that needs a reason. */
function ReasonedStep({ id, step, label, button }: ReasonedStepProps) {
  const styles = useStyles();
  const [change, { isLoading }] = useChangeVersionMutation();
  const [reason, setReason] = useState('');
  return (
    <>
      <Field className={styles.reason} label={label}>
        <Input value={reason} onChange={(_, data) => setReason(data.value)} />
      </Field>
      <div className={styles.row}>
        <Button
          disabled={reason.trim() === ''}
          disabledFocusable={isLoading}
          onClick={() => void change({ id, step, body: { reason } })}
        >
          {button}
        </Button>
      </div>
    </>
  );
}

/** The declaration, after the pages of its evidence that the professional has never opened. */
function Signing({ version: { id, manifest_sha256 } }: { version: ReportVersion }) {
  const styles = useStyles();
  const { data: findings, error, refetch } = useGetUnopenedPagesQuery(id);
  const [change, { isLoading }] = useChangeVersionMutation();
  const [isDeclared, setDeclared] = useState(false);
  return (
    <>
      {error && !findings && (
        <LoadErrorMessage what="The list of unopened pages" error={error} onRetry={() => void refetch()} />
      )}
      {findings?.map((finding) => (
        <Finding key={finding.rule} finding={finding} />
      ))}
      <Checkbox label={DECLARATION} checked={isDeclared} onChange={(_, data) => setDeclared(data.checked === true)} />
      <div className={styles.row}>
        <Button
          appearance="primary"
          disabled={!findings || !isDeclared}
          disabledFocusable={isLoading}
          onClick={() => void change({ id, step: 'sign', body: { manifest_sha256 } })}
        >
          Sign
        </Button>
      </div>
    </>
  );
}

function Review({ version }: { version: ReportVersion }) {
  const { canManage } = useProject();
  return (
    <>
      <ReasonedStep id={version.id} step="request-changes" label="Changes that are needed" button="Request Changes" />
      {canManage && <Signing version={version} />}
    </>
  );
}

/** Progress of the files, or why there are none; empty once they are made. */
export function progressOf({ composition: { state, percent, problem } }: ReportVersion): string {
  if (state === 'failed') return problem ?? '';
  return state === 'done' ? '' : `Making the files: ${percent} %`;
}

interface VersionItemProps {
  version: ReportVersion;
  /** Which it was locked after; customers see issued versions only. */
  previous: ReportVersion | undefined;
}

function VersionItem({ version, previous }: VersionItemProps) {
  const styles = useStyles();
  const { canEdit, canManage } = useProject();
  const [change, { isLoading }] = useChangeVersionMutation();
  const download = useDownload();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [isCompared, setCompared] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const { id, state, number, signature } = version;
  const progress = progressOf(version);
  const place = useRef<HTMLLIElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    // the button of the step disappeared; a disabled one would have lost the focus before
    if (hasFocus.current && !place.current?.contains(document.activeElement)) place.current?.focus();
  }, [state]);
  const isWithdrawable = canManage && (state === 'signed' || state === 'issued');
  return (
    <li
      ref={place}
      className={styles.version}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      <div className={styles.row}>
        <Text weight="semibold">Version {number}</Text>
        <Badge appearance="outline">{REPORT_STATE_LABELS[state]}</Badge>
        <Text className={styles.note}>{`Locked by ${version.locked_by_name}, ${medium(version.locked_at)}`}</Text>
      </div>
      {signature && <Text>{`Signed by ${signature.by_name}, ${medium(signature.at)}`}</Text>}
      {version.reason && <Text>{version.reason}</Text>}
      {progress && <Text>{progress}</Text>}
      <div className={styles.row}>
        {canEdit && state === 'draft' && version.composition.state === 'done' && (
          <Button disabledFocusable={isLoading} onClick={() => void change({ id, step: 'submit' })}>
            Submit for Review
          </Button>
        )}
        {documentsOf(version.files).map(({ name, label }) => (
          <Button
            key={name}
            className={styles.file}
            appearance="subtle"
            icon={<ArrowDownloadRegular />}
            onClick={() => void download(version, name)}
          >
            {label}
          </Button>
        ))}
        {version.composition.state === 'done' && (
          <FilesMenu className={styles.file} version={version} name={`All files of version ${number}`} />
        )}
        {previous && (
          <Button
            className={styles.file}
            appearance="subtle"
            aria-expanded={isCompared}
            onClick={() => setCompared(!isCompared)}
          >
            {`Changes since version ${previous.number}`}
          </Button>
        )}
        {canManage && state === 'issued' && (
          <Button
            className={styles.file}
            appearance="subtle"
            icon={<ShareRegular />}
            aria-haspopup="dialog"
            onClick={() => setSharing(true)}
          >
            Share
          </Button>
        )}
        {isWithdrawable && (
          <Button
            className={styles.file}
            appearance="subtle"
            aria-expanded={isWithdrawing}
            onClick={() => setWithdrawing(!isWithdrawing)}
          >
            Withdraw
          </Button>
        )}
      </div>
      {isWithdrawable && isWithdrawing && (
        <ReasonedStep id={id} step="withdraw" label="Reason for the withdrawal" button="Withdraw Version" />
      )}
      {isCompared && previous && <Differences id={id} from={previous.id} />}
      {canEdit && state === 'in_review' && <Review version={version} />}
      {isSharing && <ShareReportDialog version={version} onClose={() => setSharing(false)} />}
    </li>
  );
}

/** Versions of a report, newest first, with what can be done with each. */
export function Versions({ versions }: { versions: readonly ReportVersion[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label="Versions">
      {versions.map((version) => (
        <VersionItem
          key={version.id}
          version={version}
          previous={versions.find(({ id }) => id === version.based_on_id)}
        />
      ))}
    </ul>
  );
}
