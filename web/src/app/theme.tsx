import {
  createDarkTheme,
  createLightTheme,
  FluentProvider,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

export type ColorScheme = 'light' | 'dark';

/** `light` or `dark` once the user has toggled (OP-13). */
export const SCHEME_STORAGE_KEY = 'symbio.color-scheme';

/** Petrol ink, as on survey sheets. Shade 80 has a contrast of 6.6:1 with white text. */
const ink: BrandVariants = {
  10: '#020607',
  20: '#0b1b20',
  30: '#0d2c34',
  40: '#0f3943',
  50: '#104652',
  60: '#125260',
  70: '#175e6d',
  80: '#1b6675',
  90: '#33798a',
  100: '#4c8c9c',
  110: '#659fae',
  120: '#7fb2bf',
  130: '#9ac4d0',
  140: '#b5d6df',
  150: '#d0e7ed',
  160: '#ebf5f7',
};

const fonts: Partial<Theme> = {
  fontFamilyBase: "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyNumeric: "'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'IBM Plex Mono', 'SF Mono', 'Cascadia Mono', Consolas, 'Liberation Mono', monospace",
};

/** Used as `var(--symbio-...)`. */
const ownTokens = {
  light: {
    'symbio-font-display': "'Source Serif 4 Variable', 'Source Serif 4', 'Iowan Old Style', Georgia, serif",
    /** Vermilion of a surveyor's flag: current place and pending items. */
    'symbio-flag': '#c8501e',
    'symbio-flag-text': '#a53e12',
    'symbio-flag-soft': '#fbe9df',
    'symbio-contour': '#d9cfb8',
    'symbio-desk': '#f6f3ea',
    'symbio-shadow-sheet': '0 1px 2px rgba(45, 38, 20, 0.06), 0 4px 16px rgba(45, 38, 20, 0.04)',
    'symbio-icon-filter': 'none',
  },
  dark: {
    'symbio-font-display': "'Source Serif 4 Variable', 'Source Serif 4', 'Iowan Old Style', Georgia, serif",
    'symbio-flag': '#f0854f',
    'symbio-flag-text': '#f5a177',
    'symbio-flag-soft': '#3a2419',
    'symbio-contour': '#2c383d',
    'symbio-desk': '#12181b',
    'symbio-shadow-sheet': '0 1px 2px rgba(0, 0, 0, 0.4), 0 4px 16px rgba(0, 0, 0, 0.2)',
    'symbio-icon-filter': 'invert(1)',
  },
} as const;

/** Paper and ink: warm neutrals, so scans of old maps do not look yellow. */
export const lightTheme = {
  ...createLightTheme(ink),
  ...fonts,
  ...ownTokens.light,
  colorNeutralBackground1: '#fffefb',
  colorNeutralBackground1Hover: '#f7f4ec',
  colorNeutralBackground1Pressed: '#ece7da',
  colorNeutralBackground1Selected: '#f0ece0',
  colorNeutralBackground2: '#faf8f2',
  colorNeutralBackground2Hover: '#f1ede2',
  colorNeutralBackground2Pressed: '#e7e1d2',
  colorNeutralBackground3: '#f6f3ea',
  colorNeutralBackground3Hover: '#eee9dc',
  colorNeutralBackground3Pressed: '#e3dccb',
  colorNeutralBackground4: '#f1ede2',
  colorNeutralBackground5: '#ebe6d8',
  colorNeutralBackground6: '#e4ded0',
  colorSubtleBackgroundHover: '#f1ede2',
  colorSubtleBackgroundPressed: '#e7e1d2',
  colorSubtleBackgroundSelected: '#ece7da',
  colorNeutralForeground1: '#1c2528',
  colorNeutralForeground1Hover: '#1c2528',
  colorNeutralForeground1Pressed: '#1c2528',
  colorNeutralForeground2: '#3b464a',
  colorNeutralForeground3: '#5b6569',
  colorNeutralForeground4: '#697377',
  colorNeutralStroke1: '#d3cbb9',
  colorNeutralStroke1Hover: '#bfb6a1',
  colorNeutralStroke1Pressed: '#a9a08b',
  colorNeutralStroke2: '#e4dece',
  colorNeutralStroke3: '#eeeadf',
  colorNeutralStrokeAccessible: '#6b6a61',
  colorNeutralStrokeAccessibleHover: '#57564e',
  colorNeutralStrokeAccessiblePressed: '#45443e',
  colorNeutralStencil1: '#ebe6d8',
  colorNeutralStencil2: '#f6f3ea',
  colorStrokeFocus2: '#125260',
  // warnings are visible on paper and not too bright in dark mode
  colorPaletteYellowBackground1: '#f8e7b4',
  colorPaletteYellowForeground1: '#6a4d00',
  colorPaletteYellowBorder1: '#dcbf62',
} satisfies Theme & Record<`symbio-${string}`, string>;

export const darkTheme = {
  ...createDarkTheme(ink),
  ...fonts,
  ...ownTokens.dark,
  colorBrandForeground1: ink[120],
  colorBrandForeground2: ink[130],
  colorBrandForegroundLink: ink[120],
  colorBrandForegroundLinkHover: ink[130],
  colorBrandForegroundLinkPressed: ink[140],
  colorBrandStroke1: ink[110],
  colorCompoundBrandForeground1: ink[120],
  colorCompoundBrandForeground1Hover: ink[130],
  colorCompoundBrandForeground1Pressed: ink[110],
  colorCompoundBrandStroke: ink[110],
  colorCompoundBrandStrokeHover: ink[120],
  colorCompoundBrandBackground: ink[110],
  colorCompoundBrandBackgroundHover: ink[120],
  colorNeutralBackground1: '#1a2225',
  colorNeutralBackground1Hover: '#222c30',
  colorNeutralBackground1Pressed: '#151c1f',
  colorNeutralBackground1Selected: '#263136',
  colorNeutralBackground2: '#161e21',
  colorNeutralBackground2Hover: '#1f292d',
  colorNeutralBackground2Pressed: '#12181b',
  colorNeutralBackground3: '#12181b',
  colorNeutralBackground3Hover: '#1b2428',
  colorNeutralBackground3Pressed: '#0e1315',
  colorNeutralBackground4: '#0f1517',
  colorNeutralBackground5: '#0c1113',
  colorNeutralBackground6: '#2a353a',
  colorSubtleBackgroundHover: '#242e33',
  colorSubtleBackgroundPressed: '#1c2529',
  colorSubtleBackgroundSelected: '#263136',
  colorNeutralForeground1: '#eceae3',
  colorNeutralForeground1Hover: '#ffffff',
  colorNeutralForeground1Pressed: '#ffffff',
  colorNeutralForeground2: '#cdccc5',
  colorNeutralForeground3: '#a3a8a6',
  colorNeutralForeground4: '#8f9694',
  colorNeutralStroke1: '#3d4a50',
  colorNeutralStroke1Hover: '#4d5b62',
  colorNeutralStroke1Pressed: '#455259',
  colorNeutralStroke2: '#2d383d',
  colorNeutralStroke3: '#242e32',
  colorNeutralStrokeAccessible: '#8f9a9d',
  colorNeutralStrokeAccessibleHover: '#a5afb2',
  colorNeutralStrokeAccessiblePressed: '#99a3a6',
  colorNeutralStencil1: '#2a353a',
  colorNeutralStencil2: '#222c30',
  colorStrokeFocus2: '#d0e7ed',
  colorPaletteYellowBackground1: '#332b14',
  colorPaletteYellowForeground1: '#dcc680',
  colorPaletteYellowBorder1: '#57491f',
} satisfies Theme & Record<`symbio-${string}`, string>;

const DARK_QUERY = '(prefers-color-scheme: dark)';

const mediaQuery = (): MediaQueryList | undefined =>
  typeof window.matchMedia === 'function' ? window.matchMedia(DARK_QUERY) : undefined;

const systemScheme = (): ColorScheme => (mediaQuery()?.matches ? 'dark' : 'light');

function subscribeToSystem(listener: () => void): () => void {
  const query = mediaQuery();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Undefined if none or storage is unavailable. */
function storedScheme(): ColorScheme | undefined {
  try {
    const value = window.localStorage.getItem(SCHEME_STORAGE_KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

function storeScheme(scheme: ColorScheme | undefined): void {
  try {
    if (scheme) window.localStorage.setItem(SCHEME_STORAGE_KEY, scheme);
    else window.localStorage.removeItem(SCHEME_STORAGE_KEY);
  } catch {
    // storage unavailable: the choice lasts until the page is closed
  }
}

interface ColorSchemeValue {
  scheme: ColorScheme;
  /** Undefined: follows the system. */
  chosen: ColorScheme | undefined;
  choose: (scheme: ColorScheme | undefined) => void;
  toggle: () => void;
}

const ColorSchemeContext = createContext<ColorSchemeValue | undefined>(undefined);

export function useColorScheme(): ColorSchemeValue {
  const value = useContext(ColorSchemeContext);
  if (!value) throw new Error('useColorScheme works inside ThemeProvider only');
  return value;
}

/** Follows the system until the user toggles (NAV-28). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const system = useSyncExternalStore(subscribeToSystem, systemScheme);
  const [chosen, setChosen] = useState(storedScheme);
  const scheme = chosen ?? system;
  const choose = useCallback((next: ColorScheme | undefined) => {
    storeScheme(next);
    setChosen(next);
  }, []);
  const toggle = useCallback(() => choose(scheme === 'dark' ? 'light' : 'dark'), [choose, scheme]);
  useEffect(() => {
    document.documentElement.style.colorScheme = scheme;
    document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  useEffect(() => {
    // changed in another window; without a key the whole storage was cleared
    const follow = ({ key }: StorageEvent): void => {
      if (key === null || key === SCHEME_STORAGE_KEY) setChosen(storedScheme());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const value = useMemo(() => ({ scheme, chosen, choose, toggle }), [scheme, chosen, choose, toggle]);
  return (
    <ColorSchemeContext value={value}>
      <FluentProvider theme={scheme === 'dark' ? darkTheme : lightTheme}>
        {/* separate element: classes on the provider are copied to every portal (menus, tooltips, dialogs) */}
        <div className="symbio-root">{children}</div>
      </FluentProvider>
    </ColorSchemeContext>
  );
}
