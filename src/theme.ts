import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

// Every filled control uses white text: shades 7 (light) and 7 (dark) keep it above 4.5:1.
const accent: MantineColorsTuple = [
  '#eff3ff',
  '#dce5fd',
  '#b9c9fa',
  '#93abf6',
  '#7590f1',
  '#5c7aeb',
  '#4566dd',
  '#2f53cc',
  '#2544ab',
  '#1b3385',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e4e7ec',
  '#d3d8e0',
  '#b6bdc9',
  '#98a1b0',
  '#6b7485',
  '#4f5869',
  '#353d4b',
  '#1c222c',
]

const dark: MantineColorsTuple = [
  '#e4e8ef',
  '#c3cad6',
  '#9ba5b5',
  '#7f8a9c',
  '#3b4453',
  '#2b3341',
  '#1e2531',
  '#161b24',
  '#10141b',
  '#0b0e13',
]

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  black: '#161b24',
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.5' },
    },
  },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  shadows: { md: '0 8px 24px rgb(16 24 40 / 12%), 0 1px 2px rgb(16 24 40 / 8%)' },
  components: {
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    // The library's focus placeholder is not a menu item; without it the first item gets the focus.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    // A `header` element outside of sections would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, multiline: true } },
  },
})

/** Colours of the statuses; their words are in the texts. */
const lightTones = {
  '--tone-success': '#17643a',
  '--tone-success-soft': '#e5f5ec',
  '--tone-pending': '#7d4a00',
  '--tone-pending-soft': '#fdf1d7',
  '--tone-failed': '#a8201a',
  '--tone-failed-soft': '#fdeae8',
  '--tone-info': '#2544ab',
  '--tone-info-soft': '#eff3ff',
  '--tone-neutral': '#4f5869',
  '--tone-neutral-soft': '#eceff3',
}

const darkTones = {
  '--tone-success': '#6fd79a',
  '--tone-success-soft': '#12301f',
  '--tone-pending': '#f2c063',
  '--tone-pending-soft': '#362708',
  '--tone-failed': '#ff9a91',
  '--tone-failed-soft': '#3d1815',
  '--tone-info': '#a9bcf9',
  '--tone-info-soft': '#22305c',
  '--tone-neutral': '#c3cad6',
  '--tone-neutral-soft': '#2b3341',
}

/** Tones of the library's colours: everything in these colours, such as alerts and avatars, matches the tone. */
const toneOfColor = {
  red: 'failed',
  yellow: 'pending',
  green: 'success',
  blue: 'info',
  accent: 'info',
  gray: 'neutral',
} as const

const softColors = Object.fromEntries(
  Object.entries(toneOfColor).flatMap(([color, tone]) => [
    [`--mantine-color-${color}-light`, `var(--tone-${tone}-soft)`],
    [`--mantine-color-${color}-light-color`, `var(--tone-${tone})`],
    [`--mantine-color-${color}-outline`, `var(--tone-${tone})`],
    [`--mantine-color-${color}-text`, `var(--tone-${tone})`],
  ]),
)

/** Colours of destructive buttons, legible under white text in both schemes. */
const destructive = {
  '--mantine-color-red-9': '#a8201a',
  '--mantine-color-red-8': '#8f1a15',
  '--mantine-color-red-filled': '#a8201a',
  '--mantine-color-red-filled-hover': '#8f1a15',
}

const soft = { ...softColors, ...destructive }

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--sidebar-width': '15rem', '--guide-text-height': '24rem' },
  light: {
    ...lightTones,
    ...soft,
    '--app-canvas': '#f7f8fa',
    '--app-line': '#e4e7ec',
    '--app-strip': '#fdf1d7',
    '--app-strip-text': '#6b4000',
    '--app-strip-live': '#0d4a2f',
    '--app-strip-live-text': '#ffffff',
    '--app-focus': '#2f53cc',
    '--app-skeleton': '#e9ecf0',
    '--app-track': '#eceff3',
    '--mantine-color-dimmed': '#596273',
    '--mantine-color-placeholder': '#667080',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#2f53cc',
    '--mantine-color-default-border': '#d3d8e0',
    '--chart-1': '#2f53cc',
    '--chart-2': '#0e8f8a',
    '--chart-3': '#c77a0a',
  },
  dark: {
    ...darkTones,
    ...soft,
    '--app-canvas': '#10141b',
    '--app-line': '#2b3341',
    '--app-strip': '#2c220c',
    '--app-strip-text': '#f2c063',
    '--app-strip-live': '#0b3d27',
    '--app-strip-live-text': '#c9f2da',
    '--app-focus': '#93abf6',
    '--app-skeleton': '#232b38',
    '--app-track': '#1e2531',
    '--mantine-color-dimmed': '#9ba5b5',
    '--mantine-color-placeholder': '#8792a4',
    '--mantine-color-error': '#ff9a91',
    '--mantine-color-anchor': '#93abf6',
    '--mantine-color-default-border': '#3b4453',
    '--chart-1': '#7590f1',
    '--chart-2': '#3cc4bd',
    '--chart-3': '#eaa33a',
  },
})

/** Colours that a chart cycles through. */
export const chartColors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)'] as const

/** Returns the colour of a chart's part. The colours repeat, each time paler, so that no two parts look the same. */
export function sliceColor(index: number): string {
  const color = chartColors[index % chartColors.length] ?? chartColors[0]
  const share = Math.max(30, 100 - 30 * Math.floor(index / chartColors.length))
  return share === 100
    ? color
    : `color-mix(in oklab, ${color} ${share}%, var(--mantine-color-body))`
}

/** Below this width the sidebar is a drawer. */
export const narrowQuery = '(max-width: 47.99em)'

/** Below this width a table does not fit next to the sidebar: rows become cards. */
export const compactQuery = '(max-width: 61.99em)'

/** Below this width a table of many columns does not fit. */
export const cardsQuery = '(max-width: 74.99em)'

export const CHART_HEIGHT = 200
