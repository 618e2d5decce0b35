import type { OpenedCell } from './flat-sheet.ts'

/** Sums by heading and currency. */
export type Sums = Record<string, number>

export const add = (sums: Sums, name: string, amount: unknown) => {
  sums[name] = Math.round(((sums[name] ?? 0) + Number(amount)) * 100) / 100
}

export type Kind = 'amount' | 'count' | 'day' | 'text'

const amountHeadings = /^(?:Amount|Gross|Fee|Net|Refunds|Withdrawn|Minimum|Maximum|Tip)/
const countHeadings = /^(?:Number|Payments|Entries|Uses|Paid|Opened|Sent|Quantity)$/
const dayHeadings = /^Day$|\((?:UTC|Europe\/Rome)\)$/

export const kindOf = (heading: string): Kind => {
  if (dayHeadings.test(heading)) return 'day'
  if (amountHeadings.test(heading)) return 'amount'
  return countHeadings.test(heading) ? 'count' : 'text'
}

/** Ids of a month's sections by their names in Excel's files. Plain CSV files contain the ids themselves. */
const sectionKeys: Record<string, string> = {
  Payments: 'gross',
  Incassi: 'gross',
  Refunds: 'refunds',
  Rimborsi: 'refunds',
  Disputes: 'disputes',
  Contestazioni: 'disputes',
  Fees: 'fees',
  Commissioni: 'fees',
  Payouts: 'payouts',
  Accrediti: 'payouts',
  'Other entries': 'other',
  'Altri movimenti': 'other',
  'Open items': 'open',
  'Partite aperte': 'open',
}

/**
 * Adds up the amounts of an opened file by heading and currency, without its total lines. In the file `months`, adds up
 * only the total lines, by section and currency.
 */
export function sumsOf(
  name: string,
  headings: readonly string[],
  rows: readonly OpenedCell[][],
): Sums {
  const sums: Sums = {}
  const at = (heading: string, row: readonly OpenedCell[]) =>
    row[headings.indexOf(heading)]?.value ?? ''
  for (const row of rows) {
    const isTotal = row.some(({ value }) => value === 'Total' || value === 'Totale')
    if (name === 'months' ? !isTotal : isTotal) continue
    for (const [column, heading] of headings.entries()) {
      const cell = row[column]
      if (kindOf(heading) !== 'amount' || !cell || cell.type === 'empty') continue
      const section = at('Section', row)
      const of = name === 'months' ? (sectionKeys[section] ?? section) : heading
      add(sums, `${of} ${at('Currency', row)}`, cell.value)
    }
  }
  return sums
}
