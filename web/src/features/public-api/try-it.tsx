import type { Field as ReferenceField, ReferenceOperation } from '@symbio/api/reference';
import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
  Spinner,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useReader } from './reader.js';
import { TryItAnswer } from './try-it-answer.js';
import {
  changesSomething,
  formFieldsOf,
  initial,
  isFileField,
  isForm,
  problemsOf,
  requestOf,
  triedAnswer,
  type Filled,
  type TriedAnswer,
} from './try-it-request.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '14px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    minWidth: 0,
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    gap: '12px',
    alignItems: 'start',
  },
  body: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
});

interface PlaceProps {
  place: 'path' | 'query' | 'header' | 'form';
  fields: readonly ReferenceField[];
  filled: Filled;
  problems: Record<string, string>;
  onChange: (key: string, value: string) => void;
}

function Inputs({ place, fields, filled, problems, onChange }: PlaceProps) {
  return fields.map(({ name, required, type, values }) => {
    const key = `${place}.${name}`;
    const words = type === 'boolean' ? ['true', 'false'] : values;
    const value = filled.values[key] ?? '';
    return (
      <Field key={key} label={name} required={required || place === 'path'} validationMessage={problems[key]}>
        {words.length > 0 && place !== 'form' ? (
          <Select value={value} onChange={(_, data) => onChange(key, data.value)}>
            <option value="">(not sent)</option>
            {words.map((word) => (
              <option key={word}>{word}</option>
            ))}
          </Select>
        ) : (
          <Input value={value} onChange={(_, data) => onChange(key, data.value)} />
        )}
      </Field>
    );
  });
}

/** Writes need confirmation. */
export function TryIt({ operation, prefix }: { operation: ReferenceOperation; prefix: string }) {
  const styles = useStyles();
  const { apiKey, setApiKey } = useReader();
  const [filled, setFilled] = useState(() => initial(operation));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<TriedAnswer | undefined>();
  const [failure, setFailure] = useState<string | undefined>();
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const change = (key: string, value: string): void =>
    setFilled((before) => ({ ...before, values: { ...before.values, [key]: value } }));
  const name = `${operation.method.toUpperCase()} ${prefix}${operation.path}`;

  const send = async (): Promise<void> => {
    setAsking(false);
    setSending(true);
    setAnswer(undefined);
    setFailure(undefined);
    const gone = new AbortController();
    leaving.current = gone;
    const { url, init } = requestOf(operation, filled, apiKey, prefix);
    try {
      const came = await triedAnswer(await fetch(url, { ...init, signal: gone.signal }));
      if (!gone.signal.aborted) setAnswer(came);
    } catch {
      if (!gone.signal.aborted) setFailure('No response: the server could not be reached.');
    } finally {
      if (!gone.signal.aborted) setSending(false);
    }
  };
  const submit = (): void => {
    const found = problemsOf(operation, filled, apiKey);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (changesSomething(operation, filled)) setAsking(true);
    else void send();
  };

  const { params, query, headers, body, access } = operation;
  const formFields = isForm(operation) ? formFieldsOf(operation) : [];
  const inputs = { filled, problems, onChange: change };
  return (
    <form
      className={styles.root}
      aria-label={`Try ${operation.id}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.fields}>
        {access === 'open' ? null : (
          <Field
            label={access === 'people' ? 'Access token' : 'API key'}
            required
            validationMessage={problems.key}
            hint="Cleared when you leave this page."
          >
            <Input
              type="password"
              autoComplete="off"
              placeholder={access === 'people' ? 'eyJ…' : 'sk_…'}
              value={apiKey}
              onChange={(_, data) => setApiKey(data.value)}
            />
          </Field>
        )}
        <Inputs place="path" fields={params} {...inputs} />
        <Inputs place="query" fields={query.filter(({ deprecated }) => !deprecated)} {...inputs} />
        <Inputs place="header" fields={headers} {...inputs} />
        <Inputs place="form" fields={formFields.filter((field) => !isFileField(field))} {...inputs} />
        {formFields.filter(isFileField).map(({ name: field }) => (
          <Field key={field} label={field}>
            <input
              type="file"
              multiple
              onChange={({ target }) =>
                setFilled((before) => ({ ...before, files: { ...before.files, [field]: [...(target.files ?? [])] } }))
              }
            />
          </Field>
        ))}
      </div>
      {body && !isForm(operation) ? (
        <Field label="Body (JSON)" validationMessage={problems.body}>
          <Textarea
            textarea={{ className: styles.body, spellCheck: false }}
            rows={Math.min(16, filled.body.split('\n').length + 1)}
            resize="vertical"
            value={filled.body}
            onChange={(_, data) => setFilled((before) => ({ ...before, body: data.value }))}
          />
        </Field>
      ) : null}
      <div className={styles.line}>
        <Button type="submit" appearance="primary" disabledFocusable={isSending}>
          Send
        </Button>
        {isSending ? <Spinner size="tiny" label="Sending..." /> : null}
      </div>
      <div aria-live="polite">
        {failure ? (
          <MessageBar intent="error">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
        ) : null}
        {answer ? <TryItAnswer answer={answer} what={`answer to ${name}`} /> : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Send this request?"
        confirmLabel="Send"
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        {name} changes real data on this server.
      </ConfirmDialog>
    </form>
  );
}
