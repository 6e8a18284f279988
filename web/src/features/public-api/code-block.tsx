import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@symbio/api/reference';
import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.js';
import { useReader } from './reader.js';

const useStyles = makeStyles({
  root: { minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '28px' },
  title: { fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
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

interface CodeBlockProps {
  title: ReactNode;
  /** Accessible name: `request of GET /authors`. */
  what: string;
  text: string;
}

/** Focusable, since it scrolls. */
export function CodeBlock({ title, what, text }: CodeBlockProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <span className={styles.title}>{title}</span>
        <CopyButton text={text} what={what} />
      </div>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={what}>
        {text}
      </pre>
    </div>
  );
}

/** The selected language applies to all samples of the page. */
export function SampleBlock({ what, samples }: { what: string; samples: Readonly<Record<Language, string>> }) {
  const { language, setLanguage } = useReader();
  const tabs = (
    <TabList
      size="small"
      selectedValue={language}
      onTabSelect={(_, { value }) => setLanguage(value as Language)}
      aria-label={`Language of the ${what}`}
    >
      {LANGUAGES.map((name) => (
        <Tab key={name} value={name}>
          {LANGUAGE_NAMES[name]}
        </Tab>
      ))}
    </TabList>
  );
  return <CodeBlock title={tabs} what={what} text={samples[language]} />;
}
