import { makeStyles, tokens } from '@fluentui/react-components';

export const useSelectionBarStyles = makeStyles({
  root: {
    position: 'fixed',
    zIndex: 5,
    bottom: '20px',
    left: '50%',
    transform: 'translateX(-50%)',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    padding: '8px 8px 8px 16px',
    maxWidth: 'calc(100vw - 24px)',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow16,
    '@media (max-width: 760px)': { width: 'calc(100vw - 24px)', bottom: '12px' },
  },
  count: { marginRight: '8px', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
});
