import { z } from 'zod'

const Category = z.object({ score: z.number().nullable() })

/** The part of Lighthouse's report that is read. */
const Report = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  categories: z.object({
    performance: Category,
    accessibility: Category,
    'best-practices': Category,
  }),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})

export type Figures = Record<
  'score' | 'accessibility' | 'practices' | 'fcp' | 'lcp' | 'tbt' | 'index' | 'shift',
  number
>

/** Returns the figures of a report. Throws when the page failed to load, or redirected to another page. */
export function readFigures(json: string, address: string): Figures {
  const { runtimeError, finalDisplayedUrl, categories, audits } = Report.parse(JSON.parse(json))
  if (runtimeError) throw new Error(runtimeError.message)
  if (new URL(finalDisplayedUrl).pathname !== new URL(address).pathname) {
    throw new Error(`${address} led to ${finalDisplayedUrl}`)
  }
  const of = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    score: percent(categories.performance),
    accessibility: percent(categories.accessibility),
    practices: percent(categories['best-practices']),
    fcp: of('first-contentful-paint'),
    lcp: of('largest-contentful-paint'),
    tbt: of('total-blocking-time'),
    index: of('speed-index'),
    shift: of('cumulative-layout-shift'),
  }
}

function percent({ score }: z.infer<typeof Category>): number {
  if (score === null) throw new Error('there is no score')
  return Math.round(score * 100)
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Returns the median of each figure. */
export function medians(all: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => medianOf(all.map((each) => each[name]))
  return {
    score: of('score'),
    accessibility: of('accessibility'),
    practices: of('practices'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    index: of('index'),
    shift: of('shift'),
  }
}

type Row = Figures & { page: string; device: 'mobile' | 'desktop' }

const wantedOf = ({ page, device }: Row): string =>
  device === 'desktop' ? '95' : page === '/sign-in' ? '85' : '75, TBT 600 ms'

/** Returns the medians as a Markdown table, with the wanted values. */
export const table = (rows: readonly Row[]): string =>
  [
    '| page | device | performance | accessibility | best practices | FCP ms | LCP ms | TBT ms | speed index ms | layout shift | wanted |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|',
    ...rows.map((row) => {
      const figures = [row.fcp, row.lcp, row.tbt, row.index].map((ms) => Math.round(ms))
      const cells = [
        row.score,
        row.accessibility,
        row.practices,
        ...figures,
        row.shift.toFixed(3),
        wantedOf(row),
      ]
      return `| \`${row.page}\` | ${row.device} | ${cells.join(' | ')} |`
    }),
  ].join('\n')
