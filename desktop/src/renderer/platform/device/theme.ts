// Every token of the console's look: colours of both themes, type, spacing on a 4 px grid, density, radii.
import { createTheme } from '@mantine/core'
import type {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  CSSVariablesResolver,
  Drawer,
  Input,
  Loader,
  MantineColorsTuple,
  MantineThemeComponent,
  Menu,
  Modal,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Popover,
  Select,
  Switch,
  Table,
  Tabs,
  Text,
  Textarea,
  TextInput,
  Tooltip
} from '@mantine/core'

/** The one accent: a calm petrol blue. Steps 6 and 7 carry white text with more than 5:1. */
const petrol: MantineColorsTuple = [
  '#e9f5f8',
  '#d3e9ee',
  '#a8d3dc',
  '#78bac7',
  '#4da2b2',
  '#2f8b9d',
  '#207687',
  '#175f6e',
  '#114c59',
  '#0b3943'
]

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e4e8eb',
  '#d5dade',
  '#b6bec6',
  '#87919b',
  '#636d77',
  '#48515a',
  '#2f363d',
  '#191e23'
]

const dark: MantineColorsTuple = [
  '#dde2e7',
  '#bcc4cc',
  '#99a3ad',
  '#727c86',
  '#3a4148',
  '#2c3238',
  '#202529',
  '#16191d',
  '#101316',
  '#0b0d0f'
]

/** Sizes that more than one component keeps, in px; as variables `--g-…` in style sheets. */
const sizes = {
  'row-height': '64px',
  'table-row-height': '44px',
  'control-height': '36px',
  // The least of what a finger presses.
  target: '44px',
  'topbar-height': '52px',
  'drawer-width': '232px',
  'rail-width': '96px',
  'administration-width': '232px',
  'bubble-width': '72ch',
  'page-width': '1200px',
  'form-width': '400px',
  'ticket-list-width': '300px',
  'text-width': '500px',
  'media-width': '320px',
  'media-height': '360px',
  'sticker-size': '144px',
  'voice-width': '264px',
  // The message field with one row and its tools.
  'composer-height': '82px',
  'contact-drawer-width': '360px'
}

const font =
  "'Inter Variable', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', 'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif"

/** What a component's own `extend` gives; through it every component would come with the first screen. */
const looks = <C extends { extend: (part: never) => object }>(
  part: Parameters<C['extend']>[0]
): MantineThemeComponent => part

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, gray, dark },
  black: '#191e23',
  white: '#ffffff',
  autoContrast: true,
  fontFamily: font,
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' }
    }
  },
  shadows: {
    xs: '0 1px 2px rgb(15 23 28 / 6%)',
    sm: '0 1px 3px rgb(15 23 28 / 8%), 0 1px 2px rgb(15 23 28 / 4%)',
    md: '0 4px 12px rgb(15 23 28 / 10%)',
    lg: '0 12px 32px rgb(15 23 28 / 14%)',
    xl: '0 20px 48px rgb(15 23 28 / 18%)'
  },
  breakpoints: { xs: '36em', sm: '37.5em', md: '62em', lg: '75em', xl: '90em' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  other: { sizes },
  components: {
    ActionIcon: looks<typeof ActionIcon>({
      defaultProps: { variant: 'subtle', color: 'gray', size: 'md' },
      // Grey buttons are quiet: as dark as the words beside them.
      vars: (_theme, { color }) => ({
        root: color === undefined || color === 'gray' ? { '--ai-color': 'var(--g-icon)' } : {}
      })
    }),
    Badge: looks<typeof Badge>({
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 },
      styles: { root: { overflow: 'visible' }, label: { overflow: 'visible' } }
    }),
    Button: looks<typeof Button>({ defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } }),
    Checkbox: looks<typeof Checkbox>({ defaultProps: { size: 'sm' } }),
    Drawer: looks<typeof Drawer>({ defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } }),
    Input: looks<typeof Input>({ defaultProps: { size: 'sm' } }),
    InputWrapper: looks<typeof Input.Wrapper>({
      defaultProps: { size: 'sm', inputWrapperOrder: wrapperOrder() },
      styles: { label: { marginBottom: 4 }, description: { marginTop: 4 }, error: { marginTop: 4 } }
    }),
    Loader: looks<typeof Loader>({ defaultProps: { size: 'sm', type: 'oval' } }),
    // The first thing to choose takes the focus; what Mantine puts before it is no part of a menu.
    Menu: looks<typeof Menu>({
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false }
    }),
    Modal: looks<typeof Modal>({
      defaultProps: {
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 120, transition: 'fade' },
        closeButtonProps: { size: 'md' }
      },
      styles: {
        title: { fontWeight: 600, fontSize: '1rem' },
        // In the dark a dialog is hardly lighter than the page behind its veil.
        content: { border: '1px solid var(--g-border-strong)' }
      }
    }),
    MultiSelect: looks<typeof MultiSelect>({ defaultProps: { size: 'sm', inputWrapperOrder: wrapperOrder() } }),
    NumberInput: looks<typeof NumberInput>({ defaultProps: { size: 'sm', inputWrapperOrder: wrapperOrder() } }),
    PasswordInput: looks<typeof PasswordInput>({ defaultProps: { size: 'sm', inputWrapperOrder: wrapperOrder() } }),
    Popover: looks<typeof Popover>({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    Select: looks<typeof Select>({
      defaultProps: { size: 'sm', allowDeselect: false, inputWrapperOrder: wrapperOrder() }
    }),
    Switch: looks<typeof Switch>({ defaultProps: { size: 'sm' } }),
    Table: looks<typeof Table>({ defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md' } }),
    Tabs: looks<typeof Tabs>({ defaultProps: { keepMounted: true } }),
    Text: looks<typeof Text>({ defaultProps: { size: 'sm' } }),
    Textarea: looks<typeof Textarea>({
      defaultProps: { size: 'sm', autosize: true, inputWrapperOrder: wrapperOrder() }
    }),
    TextInput: looks<typeof TextInput>({ defaultProps: { size: 'sm', inputWrapperOrder: wrapperOrder() } }),
    Tooltip: looks<typeof Tooltip>({ defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } })
  }
})

/** Help stands under the field, and what is wrong with it under that. */
function wrapperOrder(): ('label' | 'input' | 'description' | 'error')[] {
  return ['label', 'input', 'description', 'error']
}

const sizeVariables = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [`--g-${name}`, value]))

/** Names of our own colours, each with a value in both themes. `--g-surface` lies on `--g-canvas`. */
const lightColours = {
  '--mantine-color-dimmed': '#5b6570',
  '--mantine-color-placeholder': '#66707b',
  '--mantine-color-error': '#c92a2a',
  '--mantine-color-default-border': '#d5dade',
  '--mantine-color-anchor': '#175f6e',
  // Mantine's own are too pale for small text on their light ground.
  '--mantine-color-orange-light-color': '#993c00',
  '--mantine-color-yellow-light-color': '#7a4d00',
  '--mantine-color-teal-light-color': '#066649',
  // Mantine's own is too pale for the white words on it.
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
  '--g-canvas': '#f7f8f9',
  '--g-surface': '#ffffff',
  '--g-surface-raised': '#ffffff',
  '--g-surface-sunken': '#eff1f3',
  '--g-border': '#e4e8eb',
  '--g-border-strong': '#d5dade',
  '--g-hover': '#f1f3f5',
  '--g-selected': '#e5f1f4',
  '--g-selected-text': '#114c59',
  '--g-text-faint': '#636d77',
  '--g-icon': '#48515a',
  '--g-bubble-in': '#ffffff',
  '--g-bubble-out': '#ddeff3',
  '--g-unread': '#175f6e',
  '--g-read-tick': '#1971c2',
  '--g-good': '#2b8a3e',
  '--g-warn': '#a65f00',
  '--g-bad': '#c92a2a',
  '--g-warn-surface': '#fff4e0',
  '--g-bad-surface': '#fdecec',
  '--g-bubble-out-border': '#c3e0e7',
  '--g-bubble-out-faint': '#56616b',
  '--g-code': 'rgb(15 23 28 / 7%)',
  '--g-highlight': '#ffe8a3',
  '--g-scrim': 'rgb(12 18 22 / 58%)',
  '--g-on-scrim': '#ffffff',
  '--g-read-tick-on-scrim': '#8fd0ff',
  '--g-wave': '#9fb9c0',
  '--g-chart': '#2f8b9d',
  '--g-chart-strong': '#114c59'
}

const darkColours = {
  '--mantine-color-dimmed': '#99a3ad',
  '--mantine-color-placeholder': '#828c96',
  '--mantine-color-error': '#ff8787',
  '--mantine-color-default-border': '#3a4148',
  '--mantine-color-anchor': '#78bac7',
  '--mantine-color-petrol-light': '#14353e',
  '--mantine-color-petrol-light-color': '#a8d3dc',
  '--mantine-color-gray-light': '#262c31',
  '--mantine-color-gray-light-color': '#bcc4cc',
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
  '--g-canvas': '#101316',
  '--g-surface': '#16191d',
  '--g-surface-raised': '#202529',
  '--g-surface-sunken': '#0b0d0f',
  '--g-border': '#262b30',
  '--g-border-strong': '#3a4148',
  '--g-hover': '#1d2226',
  '--g-selected': '#12313a',
  '--g-selected-text': '#a8d3dc',
  '--g-text-faint': '#8d97a1',
  '--g-icon': '#bcc4cc',
  '--g-bubble-in': '#202529',
  '--g-bubble-out': '#123a45',
  '--g-unread': '#207687',
  '--g-read-tick': '#74c0fc',
  '--g-good': '#69db7c',
  '--g-warn': '#ffc078',
  '--g-bad': '#ff8787',
  '--g-warn-surface': '#33270f',
  '--g-bad-surface': '#3a1a1c',
  '--g-bubble-out-border': '#1b4c59',
  '--g-bubble-out-faint': '#a3adb6',
  '--g-code': 'rgb(255 255 255 / 9%)',
  '--g-highlight': '#4d3d0c',
  '--g-scrim': 'rgb(0 0 0 / 62%)',
  '--g-on-scrim': '#ffffff',
  '--g-read-tick-on-scrim': '#8fd0ff',
  '--g-wave': '#5d7880',
  '--g-chart': '#4da2b2',
  '--g-chart-strong': '#a8d3dc'
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: sizeVariables,
  light: lightColours,
  dark: darkColours
})
