import { type Scheme, SURFACES } from './accent.ts'

/**
 * Colours of the payer pages by the names of their CSS variables. Texts: `ink`, `soft` (secondary), `on` (on the
 * accent), `noted` (in a note). Lines: `line` of a field, `edge` of a card. `accent` fills buttons; `mark` is the
 * accent as a text.
 */
export type PayColours = Record<
  'page' | 'card' | 'ink' | 'soft' | 'line' | 'edge' | 'accent' | 'mark' | 'on' | 'note' | 'noted',
  string
>

/** Default colours of the payer pages; `card` is the background of the content. */
export const payColours: Record<Scheme, PayColours> = {
  light: {
    page: '#f1f3f5',
    card: SURFACES.light,
    ink: '#212529',
    soft: '#495057',
    line: '#868e96',
    edge: '#dee2e6',
    accent: '#2f53cc',
    mark: '#2f53cc',
    on: '#ffffff',
    note: '#fff3bf',
    noted: '#5f3b00',
  },
  dark: {
    page: '#141517',
    card: SURFACES.dark,
    ink: '#e9ecef',
    soft: '#adb5bd',
    line: '#868e96',
    edge: '#373a40',
    accent: '#93abf6',
    mark: '#93abf6',
    on: '#101113',
    note: '#4d3800',
    noted: '#ffe8a3',
  },
}
