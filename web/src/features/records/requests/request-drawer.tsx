import {
  Badge,
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  Link,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { Fragment, useState, type ReactNode } from 'react';
import { CopyButton } from '../../../components/copy-button.js';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import { RouterLink } from '../../../components/router-link.js';
import { gapAddress, type OfferedGap } from '../../../evidence/offered-gap.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { dateOnly } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import { AnswerDialog, FollowUpDialog } from './contact-dialogs.js';
import { RequestDialog } from './request-dialog.js';
import { dayOf, fieldsOf } from './request-form.js';
import { daysText, KINDS, mailtoOf, markOf } from './request-text.js';
import {
  useDeleteAgencyRequestMutation,
  useGetRequestLetterQuery,
  useRestoreAgencyRequestMutation,
  useUpdateAgencyRequestMutation,
  type AgencyRequest,
} from './requests-api.js';
import { useDocumentNames, useRecordNames } from './use-record-names.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 620px)' },
  title: { overflowWrap: 'anywhere' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, paddingBottom: '24px' },
  facts: { display: 'grid', gridTemplateColumns: '120px minmax(0, 1fr)', gap: '4px 12px', margin: 0 },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  heading: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
  letter: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    fontFamily: 'inherit',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

const gapOf = ({
  agency_name: agency,
  sent_on: sent,
  follow_ups: followUps,
  answered_on: closed,
}: AgencyRequest): OfferedGap => ({
  kind: 'agency_file',
  tried: [
    `Request to ${agency}${sent === null ? '' : `, sent ${dateOnly(sent)}`}.`,
    ...(followUps.length === 0 ? [] : [`Followed up on ${followUps.map(({ day }) => dateOnly(day)).join('; ')}.`]),
    `No answer${closed === null ? '' : ` by ${dateOnly(closed)}`}.`,
  ].join(' '),
});

interface RequestDrawerProps {
  request: AgencyRequest;
  onClose: () => void;
}

/** One request: its letter, follow-ups and answer. */
export function RequestDrawer({ request, onClose }: RequestDrawerProps) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const records = useRecordNames(project.id);
  const documents = useDocumentNames(project.id);
  const [update] = useUpdateAgencyRequestMutation();
  const [remove] = useDeleteAgencyRequestMutation();
  const [restore] = useRestoreAgencyRequestMutation();
  const [asked, setAsked] = useState<'edit' | 'follow-up' | 'answer' | null>(null);
  const mark = markOf(request, dayOf(new Date()));
  const close = () => setAsked(null);

  async function markAsSent(): Promise<void> {
    const before = fieldsOf(request);
    try {
      const fields = { ...before, sent_on: dayOf(new Date()) };
      const { id, revision } = await update({ id: request.id, fields, revision: request.revision }).unwrap();
      offerUndo(
        { title: 'Sent today', description: request.agency_name },
        {
          what: `sending to ${request.agency_name}`,
          undo: () => update({ id, fields: before, revision }).unwrap(),
        },
      );
    } catch (error) {
      notify({ type: 'error', title: 'The request was not changed', description: changeRefusal(error) });
    }
  }

  async function deleteRequest(): Promise<void> {
    const { id, agency_name: name } = request;
    try {
      await remove(id).unwrap();
    } catch (error) {
      notify({ type: 'error', title: 'The request was not deleted', description: changeRefusal(error) });
      return;
    }
    offerUndo(
      { title: 'Request deleted', description: name },
      { what: `deletion of the request to ${name}`, undo: () => restore(id).unwrap() },
    );
    onClose();
  }

  const facts: [term: string, value: ReactNode][] = [
    ['Agency', [KINDS[request.agency_kind], request.agency_address].filter(Boolean).join('\n')],
    ['Email', request.agency_email],
    ['Portal', request.agency_portal],
    ['Subject', request.subject],
    ['Records', request.hit_ids.map((id) => records.get(id) ?? 'No longer found').join('\n')],
    ['Sent', request.sent_on && [dateOnly(request.sent_on), request.method].filter(Boolean).join(', ')],
    ['Reference', request.reference],
    ['Promised for', request.promised_on && dateOnly(request.promised_on)],
    ['Next follow-up', request.next_follow_up_on && dateOnly(request.next_follow_up_on)],
    ['Answered', request.answered_on && dateOnly(request.answered_on)],
    ['Days', daysText(request)],
    [
      'Documents',
      request.document_ids.map((id) => (
        <div key={id}>
          <RouterLink to={`/projects/${project.id}/documents/${id}`}>{documents.get(id) ?? 'Document'}</RouterLink>
        </div>
      )),
    ],
    ['Note', request.note],
    ['Recorded by', request.by_name],
  ];
  return (
    <>
      <OverlayDrawer
        open
        position="end"
        className={styles.drawer}
        aria-label="Request"
        onOpenChange={(_, { open }) => !open && onClose()}
      >
        <DrawerHeader>
          <DrawerHeaderTitle
            heading={{ className: styles.title }}
            action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
          >
            {request.agency_name}
          </DrawerHeaderTitle>
          <div className={styles.line}>
            <Badge appearance="tint" color={mark.tone}>
              {mark.text}
            </Badge>
          </div>
        </DrawerHeader>
        <DrawerBody className={styles.body}>
          {canEdit ? (
            <div className={styles.line} role="toolbar" aria-label="Request">
              {request.sent_on === null ? (
                <Button size="small" appearance="primary" onClick={() => void markAsSent()}>
                  Sent today
                </Button>
              ) : (
                <>
                  {request.is_waiting ? (
                    <Button size="small" appearance="primary" onClick={() => setAsked('follow-up')}>
                      Record follow-up
                    </Button>
                  ) : null}
                  {request.outcome === 'no_answer' ? (
                    <RouterLink to={gapAddress(project.id, gapOf(request))}>Make it a gap</RouterLink>
                  ) : null}
                  <Button size="small" onClick={() => setAsked('answer')}>
                    {request.is_waiting ? 'Record answer' : 'Edit answer'}
                  </Button>
                </>
              )}
              <Button size="small" onClick={() => setAsked('edit')}>
                Edit
              </Button>
              <Button size="small" onClick={() => void deleteRequest()}>
                Delete
              </Button>
            </div>
          ) : null}
          <dl className={styles.facts}>
            {facts
              .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
              .map(([term, value]) => (
                <Fragment key={term}>
                  <dt className={styles.term}>{term}</dt>
                  <dd className={styles.value}>{value}</dd>
                </Fragment>
              ))}
          </dl>
          {request.follow_ups.length > 0 ? (
            <section className={styles.section} aria-label="Follow-ups">
              <h3 className={styles.heading}>Follow-ups</h3>
              <ul className={styles.list}>
                {request.follow_ups.map(({ id, day, note, by_name: by }) => (
                  <li key={id}>{`${dateOnly(day)}, ${by}${note === '' ? '' : `: ${note}`}`}</li>
                ))}
              </ul>
            </section>
          ) : null}
          <Letter request={request} />
        </DrawerBody>
      </OverlayDrawer>
      {asked === 'edit' ? <RequestDialog request={request} onClose={close} /> : null}
      {asked === 'follow-up' ? <FollowUpDialog request={request} onClose={close} /> : null}
      {asked === 'answer' ? <AnswerDialog request={request} onClose={close} /> : null}
    </>
  );
}

function Letter({ request }: { request: AgencyRequest }) {
  const styles = useStyles();
  const { currentData: letter, error, refetch } = useGetRequestLetterQuery(request.id);
  return (
    <section className={styles.section} aria-label="Letter">
      <div className={styles.line}>
        <h3 className={styles.heading}>Letter</h3>
        {letter === undefined ? null : (
          <>
            <CopyButton text={letter} what="the letter" />
            {request.agency_email === '' ? null : <Link href={mailtoOf(request, letter)}>Open in email</Link>}
          </>
        )}
      </div>
      {letter !== undefined ? (
        <pre className={styles.letter}>{letter}</pre>
      ) : error ? (
        <LoadErrorMessage what="The letter" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading the letter..." />
      )}
    </section>
  );
}
