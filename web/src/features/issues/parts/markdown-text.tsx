import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { RouterLink } from '../../../components/router-link.js';
import { appPath } from './app-path.js';
import { Picture } from '../../../components/picture.js';

const useStyles = makeStyles({
  root: {
    overflowWrap: 'anywhere',
    lineHeight: tokens.lineHeightBase400,
    '& > :first-child': { marginTop: 0 },
    '& > :last-child': { marginBottom: 0 },
    // keep single line breaks: most reporters do not know that Markdown needs two
    '& p, & li': { whiteSpace: 'pre-line' },
    '& li > ul, & li > ol, & ul, & ol': { whiteSpace: 'normal' },
    '& p': { margin: '0 0 10px' },
    '& ul, & ol': { margin: '0 0 10px', paddingLeft: '24px' },
    '& li > p': { marginBottom: '4px' },
    '& li.task-list-item': { listStyleType: 'none', marginLeft: '-20px' },
    '& h3, & h4, & h5, & h6': { margin: '18px 0 6px', fontWeight: tokens.fontWeightSemibold },
    '& h3': { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
    '& h4': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    '& h5, & h6': { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
    '& blockquote': {
      margin: '0 0 10px',
      padding: '2px 14px',
      borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
      color: tokens.colorNeutralForeground2,
    },
    '& code': {
      padding: '1px 5px',
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: '0.92em',
      backgroundColor: tokens.colorNeutralBackground3,
      borderRadius: tokens.borderRadiusSmall,
    },
    '& pre': {
      margin: '0 0 10px',
      padding: '12px 14px',
      overflowX: 'auto',
      overflowWrap: 'normal',
      backgroundColor: tokens.colorNeutralBackground3,
      borderRadius: tokens.borderRadiusMedium,
      ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    },
    '& pre code': { padding: 0, backgroundColor: 'transparent' },
    '& table': { borderCollapse: 'collapse', whiteSpace: 'normal' },
    '& th, & td': { padding: '6px 12px', border: `1px solid ${tokens.colorNeutralStroke2}`, textAlign: 'left' },
    '& th': { backgroundColor: tokens.colorNeutralBackground2 },
    '& hr': { margin: '16px 0', border: 'none', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    '& img': { display: 'block', maxWidth: '100%', height: 'auto', borderRadius: tokens.borderRadiusMedium },
    '& section.footnotes': { marginTop: '16px', fontSize: tokens.fontSizeBase200 },
  },
  scroll: {
    margin: '0 0 10px',
    overflowX: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Web, mail, and relative URLs within Symbio. */
function linkAddress(written: string): string {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === 'http' || scheme === 'https' || scheme === 'mailto' ? written : '';
}

/** External images would reveal to their owner who reads this, and when. */
const isOwnPicture = (address: string): boolean => appPath(address)?.startsWith('/files/') === true;

function TextLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const own = appPath(href);
  if (href === '') return <span>{children}</span>;
  if (own !== undefined) return <RouterLink to={own}>{children}</RouterLink>;
  // anchor within the text, such as a footnote
  if (href.startsWith('#')) return <Link href={href}>{children}</Link>;
  return (
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Link>
  );
}

/** h1 is the page title, h2 its sections. */
const COMPONENTS: Components = {
  h1: 'h3',
  // most people start with `##`, and a level must not be skipped
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  h6: 'h6',
  a: ({ href, children }) => <TextLink href={href}>{children}</TextLink>,
  img: ({ src = '', alt = '' }) => {
    if (typeof src !== 'string' || src === '') return <span>{alt}</span>;
    return isOwnPicture(src) ? (
      <Picture src={src} alt={alt} loading="lazy" fallback={<span>{alt}</span>} />
    ) : (
      <TextLink href={src}>{alt || src}</TextLink>
    );
  },
  // read-only checkboxes of task lists
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}{' '}
    </span>
  ),
};

const PLUGINS = [remarkGfm];

/** GitHub-flavored; HTML in it is shown as text. */
export function MarkdownText({ children }: { children: string }) {
  const styles = useStyles();
  // unique footnote anchors per text
  const prefix = `${useId().replaceAll(/[^\w-]/g, '')}-`;
  const components = useMemo<Components>(
    () => ({
      ...COMPONENTS,
      // focusable, so the keyboard can scroll wide content
      pre: ({ children: code }) => <pre tabIndex={0}>{code}</pre>,
      table: ({ children: rows }) => (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Table">
          <table>{rows}</table>
        </div>
      ),
    }),
    [styles.scroll],
  );
  return (
    <div className={styles.root}>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        remarkRehypeOptions={{ clobberPrefix: prefix }}
        urlTransform={linkAddress}
        components={components}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
