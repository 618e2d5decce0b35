import { z } from 'zod'
import type { Mode } from './mode.ts'
import { StatedMode } from './stated-mode.ts'

/**
 * Layout of a file: `excel-it` is for Italian spreadsheets, with semicolons, decimal commas, Italian words and dates;
 * `excel-en` is for spreadsheets in English.
 */
export const ExportLayout = z.enum(['csv', 'excel-en', 'excel-it'])
export type ExportLayout = z.infer<typeof ExportLayout>

/** Options for the format of an exported file; the list's filter selects its rows. */
export const exportStyle = {
  layout: ExportLayout.optional().meta({
    description:
      'Format of the file: `csv` for programs (the default), `excel-en` for spreadsheets in English, with words instead of codes, `excel-it` for Italian spreadsheets, with semicolons, decimal commas, and Italian words and dates',
  }),
  language: z
    .enum(['en', 'it'])
    .optional()
    .meta({ description: 'Language of the headings: `en` (the default) or `it`' }),
  book: StatedMode,
}

export type ExportStyle = {
  layout?: ExportLayout | undefined
  language?: 'en' | 'it' | undefined
  book?: Mode | undefined
}

/** Returns the language of a file's headings and words: the layout's language, if the layout is for a spreadsheet. */
export function languageOfFile({ layout = 'csv', language = 'en' }: ExportStyle): 'en' | 'it' {
  if (layout === 'csv') return language
  return layout === 'excel-it' ? 'it' : 'en'
}
