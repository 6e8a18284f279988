import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

const useStyles = makeStyles({
  overlay: {
    position: 'fixed',
    inset: '12px',
    zIndex: 1000,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalM,
    textAlign: 'center',
    color: tokens.colorBrandForeground1,
    backgroundColor: `color-mix(in srgb, ${tokens.colorBrandBackground2} 88%, transparent)`,
    border: `3px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    // the page below must receive the drop
    pointerEvents: 'none',
  },
  icon: { fontSize: '56px', lineHeight: 0 },
  title: { fontSize: tokens.fontSizeBase600, fontWeight: tokens.fontWeightSemibold },
  where: { color: tokens.colorNeutralForeground2 },
});

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** The whole page accepts drops: a file dropped beside a target would replace the application. */
function usePageDrops(onFiles: (files: FileList) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // for all drops: dropped text would navigate away as well
      event.preventDefault();
      if (hasFiles(event)) setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      // null only when leaving the window, not when moving between elements
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setDragging(false);
      if (event.dataTransfer && event.dataTransfer.files.length > 0) take.current(event.dataTransfer.files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}

export function PageDrops({ where, onFiles }: { where: string; onFiles: (files: FileList) => void }) {
  const styles = useStyles();
  const dragging = usePageDrops(onFiles);
  if (!dragging) return null;
  return (
    <div className={styles.overlay} role="status" data-testid="drop-overlay">
      <span className={styles.icon}>
        <ArrowUploadRegular aria-hidden="true" />
      </span>
      <span className={styles.title}>Drop to upload</span>
      <span className={styles.where}>{where}</span>
    </div>
  );
}
