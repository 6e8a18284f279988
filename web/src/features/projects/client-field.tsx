import { Button, Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { keyOf } from '../../lib/ui/keys.js';
import { useListCompaniesQuery } from './api.js';
import { nearClient, offeredClients } from './near-clients.js';

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
  use: { minWidth: 'auto', padding: '0 4px', height: 'auto' },
});

const ARROWS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

interface ClientFieldProps {
  value: string;
  onChange: (company: string) => void;
  readOnly: boolean;
  validationMessage: string | undefined;
  className: string;
}

/** Any text, with the clients of the person's projects as suggestions (PROJ-32). */
export function ClientField({ value, onChange, readOnly, validationMessage, className }: ClientFieldProps) {
  const styles = useStyles();
  const { data: clients = [] } = useListCompaniesQuery();
  const [isOpen, setOpen] = useState(false);
  const [left, setLeft] = useState(false);
  const hasMoved = useRef(false);
  const offered = offeredClients(value, clients);
  // not while the name is being typed
  const near = left && !readOnly ? nearClient(value, clients) : undefined;
  return (
    <Field
      label="Client company"
      required
      className={className}
      validationState={validationMessage ? 'error' : near ? 'warning' : 'none'}
      validationMessage={
        validationMessage ??
        (near ? (
          <>
            {near} exists.{' '}
            <Button size="small" appearance="transparent" className={styles.use} onClick={() => onChange(near)}>
              Use it
            </Button>
          </>
        ) : undefined)
      }
    >
      <Combobox
        name="client_company"
        className={styles.combobox}
        freeform
        autoComplete="off"
        // a second element with the field's name would hide the field from people who go by names
        expandIcon={null}
        open={isOpen && offered.length > 0}
        onOpenChange={(_, data) => setOpen(data.open)}
        value={value}
        selectedOptions={[]}
        readOnly={readOnly}
        onChange={(event) => {
          onChange(event.target.value);
          setLeft(false);
          hasMoved.current = false;
          setOpen(true);
        }}
        onBlur={() => setLeft(true)}
        onKeyDown={(event) => {
          if (ARROWS.has(keyOf(event))) hasMoved.current = true;
        }}
        onOptionSelect={(event, data) => {
          // typing marks the first match, which Tab must not choose: the typed name may be another company's
          if ('key' in event && keyOf(event) === 'Tab' && !hasMoved.current) return;
          if (data.optionValue) onChange(data.optionValue);
        }}
      >
        {offered.map((client) => (
          <Option key={client} value={client} text={client}>
            {client}
          </Option>
        ))}
      </Combobox>
    </Field>
  );
}
