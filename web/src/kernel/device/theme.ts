import { type CSSVariablesResolver, createTheme, type MantineColorSchemeManager } from '@mantine/core'

const fonts =
  "'Inter Variable', 'Noto Sans Devanagari', 'Nirmala UI', 'Kohinoor Devanagari', system-ui, -apple-system, 'Segoe UI', sans-serif"

const slate = [
  '#e3e6ec',
  '#aeb4c0',
  '#8d94a3',
  '#636b7b',
  '#3b4252',
  '#2c323f',
  '#222733',
  '#181c25',
  '#12151c',
  '#0c0e13',
] as const

export const theme = createTheme({
  colors: { dark: slate },
  fontFamily: fonts,
  headings: { fontFamily: fonts, fontWeight: '650' },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '24em', sm: '37.5em', md: '60em', lg: '80em', xl: '100em' },
  components: {
    Select: {
      defaultProps: { checkIconPosition: 'right', comboboxProps: { shadow: 'md', keepMounted: false } },
    },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.5 } },
      styles: { title: { fontWeight: 650 } },
    },
    // Their <header> would count as a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // Only errors interrupt a screen reader; they set the role `alert` themselves.
    Alert: { defaultProps: { role: 'note' } },
  },
})

/** In dark mode Mantine's light variants turn nearly white or nearly black; these keep their hue. */
const onDark = Object.fromEntries(
  Object.entries({
    indigo: ['#91a7ff', 'rgb(76 110 245 / 16%)', 'rgb(76 110 245 / 20%)'],
    red: ['#ff8787', 'rgb(250 82 82 / 16%)', 'rgb(250 82 82 / 20%)'],
    teal: ['#63e6be', 'rgb(18 184 134 / 16%)', 'rgb(18 184 134 / 24%)'],
    cyan: ['#66d9e8', 'rgb(21 170 191 / 18%)', 'rgb(21 170 191 / 26%)'],
    orange: ['#ffa94d', 'rgb(253 126 20 / 16%)', 'rgb(253 126 20 / 24%)'],
    grape: ['#e599f7', 'rgb(190 75 219 / 18%)', 'rgb(190 75 219 / 26%)'],
  }).flatMap(([color, [text, background, hover]]) => [
    [`--mantine-color-${color}-light-color`, text],
    [`--mantine-color-${color}-light`, background],
    [`--mantine-color-${color}-light-hover`, hover],
  ]),
) as Record<string, string>

const deepRed = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' }

/** Dimmed texts, placeholders and reds with sufficient contrast. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...deepRed,
    // Links and subtle buttons also appear on the tint of selected and hovered rows.
    '--mantine-color-anchor': '#3b5bdb',
    '--mantine-color-indigo-light-color': '#3045b8',
    '--mantine-color-indigo-light-hover': '#d0dbff',
    '--mantine-color-red-light-color': '#b02525',
    '--mantine-color-red-light-hover': '#ffe3e3',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-dimmed': '#4b5563',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    ...onDark,
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-dimmed': slate[1],
    '--mantine-color-placeholder': '#9aa1af',
    '--mantine-color-error': '#ff8787',
    ...deepRed,
  },
})

export const small = '(max-width: 37.4375em)'
export const belowMenu = '(max-width: 59.9375em)'
export const wide = '(min-width: 80em)'

type Scheme = 'light' | 'dark' | 'auto'
const saved = (): Scheme | null => {
  const value = localStorage.getItem('theme')
  return value === 'light' || value === 'dark' ? value : null
}

/** Stores the person's choice under the key `theme`; without one the system's preference applies. */
export function themeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined
  return {
    get: (otherwise) => saved() ?? otherwise,
    set: (value) =>
      value === 'auto' ? localStorage.removeItem('theme') : localStorage.setItem('theme', value),
    subscribe: (onUpdate) => {
      onStorage = (event) => event.key === 'theme' && onUpdate(saved() ?? 'auto')
      globalThis.addEventListener('storage', onStorage)
    },
    unsubscribe: () => onStorage && globalThis.removeEventListener('storage', onStorage),
    clear: () => localStorage.removeItem('theme'),
  }
}

export function markDocument(scheme: 'light' | 'dark') {
  document.documentElement.classList.toggle('dark', scheme === 'dark')
  document.documentElement.classList.toggle('light', scheme === 'light')
}
