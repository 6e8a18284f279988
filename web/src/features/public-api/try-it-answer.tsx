import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { CodeBlock } from './code-block.js';
import type { TriedAnswer } from './try-it-request.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '10px', minWidth: 0 },
  headers: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
    margin: '6px 0 0',
    padding: 0,
    listStyleType: 'none',
  },
  summary: { cursor: 'pointer', width: 'fit-content', fontSize: tokens.fontSizeBase200 },
  picture: { maxWidth: '100%', border: `1px solid ${tokens.colorNeutralStroke2}` },
});

function Picture({ picture, what }: { picture: Blob; what: string }) {
  const styles = useStyles();
  const [address, setAddress] = useState<string | undefined>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address === undefined ? null : <img className={styles.picture} src={address} alt={what} />;
}

const colorOf = (status: number) => (status < 300 ? 'success' : status < 500 ? 'warning' : 'danger');

export function TryItAnswer({ answer, what }: { answer: TriedAnswer; what: string }) {
  const styles = useStyles();
  const { status, statusText, headers, text, picture } = answer;
  return (
    <div className={styles.root}>
      <div>
        <Badge appearance="tint" color={colorOf(status)}>
          {`${status} ${statusText}`.trim()}
        </Badge>
      </div>
      <details>
        <summary className={styles.summary}>Headers ({headers.length})</summary>
        <ul className={styles.headers}>
          {headers.map(([name, value]) => (
            <li key={name}>
              {name}: {value}
            </li>
          ))}
        </ul>
      </details>
      {picture ? <Picture picture={picture} what={what} /> : null}
      {text ? <CodeBlock title="Body" what={what} text={text} /> : null}
    </div>
  );
}
