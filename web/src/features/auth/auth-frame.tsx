import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { Logo } from '../../components/logo.js';

const useStyles = makeStyles({
  root: {
    flexGrow: 1,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    minHeight: '100dvh',
    '@media (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  formSide: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    padding: '40px 24px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  column: { width: '100%', maxWidth: '380px', margin: '0 auto', display: 'flex', flexDirection: 'column', gap: '28px' },
  title: {
    fontFamily: 'var(--symbio-font-display)',
    fontSize: '30px',
    lineHeight: '38px',
    fontWeight: 600,
    letterSpacing: '-0.012em',
    ':focus': { outlineStyle: 'none' },
  },
  subtitle: { color: tokens.colorNeutralForeground3, marginTop: '4px' },
  sheetSide: {
    position: 'relative',
    overflow: 'hidden',
    backgroundColor: 'var(--symbio-desk)',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 860px)': { display: 'none' },
  },
  map: { position: 'absolute', inset: 0, width: '100%', height: '100%', color: 'var(--symbio-contour)' },
  // the title block of the sheet
  caption: {
    position: 'absolute',
    bottom: '32px',
    right: '32px',
    padding: '18px 22px',
    backgroundColor: 'var(--symbio-desk)',
    border: '1.5px solid var(--symbio-contour)',
    fontFamily: 'var(--symbio-font-display)',
    fontSize: '22px',
    lineHeight: '30px',
    color: tokens.colorNeutralForeground2,
    maxWidth: '30ch',
  },
});

function SurveySheet({ className }: { className: string }) {
  const rings = [300, 250, 204, 162, 124, 90, 60, 32];
  return (
    <svg
      className={className}
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <g stroke="currentColor" strokeWidth="1" opacity="0.55">
        {Array.from({ length: 13 }, (_, i) => (
          <path key={`v${i}`} d={`M${i * 60} 0V900`} strokeDasharray="1 7" />
        ))}
        {Array.from({ length: 16 }, (_, i) => (
          <path key={`h${i}`} d={`M0 ${i * 60}H720`} strokeDasharray="1 7" />
        ))}
      </g>
      <g stroke="currentColor" strokeWidth="1.6" transform="translate(390 330) rotate(-18)">
        {rings.map((r, i) => (
          <path
            key={r}
            strokeWidth={i % 4 === 0 ? 2.4 : 1.4}
            d={`M${-r * 1.25} ${r * 0.1} C${-r * 1.2} ${-r * 0.7} ${-r * 0.5} ${-r} ${r * 0.1} ${-r * 0.92} S${r * 1.2} ${-r * 0.5} ${r * 1.15} ${r * 0.12} S${r * 0.5} ${r * 0.95} ${-r * 0.1} ${r * 0.86} S${-r * 1.3} ${r * 0.8} ${-r * 1.25} ${r * 0.1}Z`}
          />
        ))}
      </g>
      <g stroke="currentColor" strokeWidth="1.4" transform="translate(60 560)">
        <path d="M0 0h150v84H0zM168 0h96v84h-96zM0 104h96v120H0zM114 104h150v120H114z" />
        <path d="M36 0v84M78 0v84M114 0v84M200 0v84M0 142h96M0 182h96M164 104v120M214 104v120" strokeWidth="0.9" />
        <path d="M-60 94h420M282 -60v360" strokeWidth="3.5" opacity="0.5" />
      </g>
      <g transform="translate(372 318)">
        <path d="M0 0V-56" stroke="var(--symbio-flag)" strokeWidth="3" strokeLinecap="round" />
        <path d="M1 -55 36 -45 1 -33Z" fill="var(--symbio-flag)" />
        <circle r="4.5" fill="var(--symbio-flag)" />
      </g>
    </svg>
  );
}

interface AuthFrameProps {
  title: string;
  subtitle?: string;
  /** Replaces a form that had focus: the title receives it. */
  isAnswer?: boolean;
  children: ReactNode;
}

export function AuthFrame({ title, subtitle, isAnswer = false, children }: AuthFrameProps) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <div className={styles.root}>
      <main className={styles.formSide}>
        <div className={styles.column}>
          <Logo large />
          <div>
            <h1 ref={heading} className={styles.title} tabIndex={isAnswer ? -1 : undefined}>
              {title}
            </h1>
            {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
          </div>
          {children}
        </div>
      </main>
      <aside className={styles.sheetSide} aria-hidden="true">
        <SurveySheet className={styles.map} />
        <p className={styles.caption}>From scanned maps to evidence: Phase I assessments in one place.</p>
      </aside>
    </div>
  );
}
