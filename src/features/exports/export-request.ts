import { languageFor } from '#client/lib/language-for.ts'
import { withMode } from '#client/lib/mode.ts'
import { daysOfPeriod, type Period } from '#client/lib/words/periods.ts'
import type { Day } from '#server/shared/day.ts'
import type { ExportLayout } from '#server/shared/export-style.ts'
import { type Days, type ExportName, exportKinds } from './export-kinds.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** The rows that the page shows, which an export offers first. */
export type ExportView = {
  kind: ExportName
  /** The name of the view's period in the dialog. */
  label: string
  note?: string | undefined
  /** Filters and sort; page and page size are ignored. */
  input: Query
  /** Requests a few of the same rows, so that a failing export reports its error before the download starts. */
  checkExport: () => Promise<unknown>
}

/** Periods of an export that depend on today's date. */
export const exportPeriods = [
  'last-month',
  'last-quarter',
  'year',
  'last-year',
] as const satisfies readonly Period[]

export type ExportPeriod = (typeof exportPeriods)[number] | 'view' | 'custom'

/**
 * The default layout is a spreadsheet in the page's language: people export files for other people, not for programs.
 */
export const firstLayout = (): ExportLayout =>
  languageFor('en') === 'it' ? 'excel-it' : 'excel-en'

/** A file's URL and its checkExport. */
export type ExportRequest = { href: string; checkExport: () => Promise<unknown> }

export function requestOf(
  view: ExportView,
  kind: ExportName,
  { days, layout }: { days: Days | undefined; layout: ExportLayout },
): ExportRequest {
  if (!days) return { href: hrefOf(view.kind, view.input, layout), checkExport: view.checkExport }
  const { filter, checkExport } = exportKinds[kind]
  return {
    href: hrefOf(kind, { ...days, ...filter }, layout),
    checkExport: () => checkExport(days),
  }
}

/** Returns the days of a period; undefined for the view, which has its own filters. */
export function daysOfExport(period: ExportPeriod, custom: Days, today: Day): Days | undefined {
  if (period === 'view') return undefined
  return period === 'custom' ? custom : daysOfPeriod(period, today)
}

function hrefOf(kind: ExportName, input: Query, layout: ExportLayout): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name === 'page' || name === 'limit') continue
    query.set(name, String(value))
  }
  query.set('layout', layout)
  return withMode(`${exportKinds[kind].url}?${query}`)
}
