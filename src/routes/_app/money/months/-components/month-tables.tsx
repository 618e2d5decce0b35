import { Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatMonth } from '#client/lib/words/days.ts'
import { formatCount, formatDay } from '#client/lib/words/format.ts'
import { processorName } from '#client/routes/_app/money/-components/processor-name.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { money } from '#client/texts/en/money.ts'
import { months as texts } from '#client/texts/en/months.ts'
import { EntryType } from '#server/features/money/money-enums.schema.ts'
import type { MonthDetail } from '#server/features/months/months.schema.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import {
  correctionLink,
  entriesLink,
  openItemLink,
  paymentsLink,
  refundsLink,
  spanOf,
} from './month-links.ts'

export type MonthHead = { label: string; isNumber?: boolean }
export type MonthRow = { key: string; cells: ReactNode[]; isTotal?: boolean }
export type MonthTable = {
  id: string
  title: string
  note?: string | undefined
  heads: MonthHead[]
  rows: MonthRow[]
}

type Sum = { amount: string; currency: string }

/** Returns the cell of an amount, which opens its rows on the screen. Zero opens no rows. */
const amountCell = (sum: Sum, link: LinkProps | undefined): ReactNode => {
  const text = <MoneyText {...sum} />
  if (!link || Number(sum.amount) === 0) return text
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} {...link} />}>
      {text}
    </Anchor>
  )
}

const methodName = (method: PaymentMethod | null): string =>
  method === null ? texts.noMethod : methodNames[method]

const hasCountry = (name: string): name is keyof typeof texts.countries => name in texts.countries
const countryOf = (processor: string): string =>
  hasCountry(processor) ? texts.countries[processor] : '—'

/** Returns the tables of a month, on the screen and in print. Tables without rows are left out, except the takings. */
export function tablesOf(month: MonthDetail): MonthTable[] {
  const tables = [
    takingsTable(month),
    feesTable(month),
    payoutsTable(month),
    othersTable(month),
    openTable(month),
    correctionsTable(month),
    taxesTable(month),
  ]
  return tables.filter(({ id, rows }) => id === 'takings' || rows.length > 0)
}

const numberHead = (label: string): MonthHead => ({ label, isNumber: true })

function takingsTable({ takings, totals }: MonthDetail): MonthTable {
  return {
    id: 'takings',
    title: texts.takings,
    heads: [
      { label: texts.day },
      { label: texts.method },
      numberHead(texts.gross),
      numberHead(texts.refunded),
      numberHead(texts.disputed),
      numberHead(texts.net),
      numberHead(texts.count),
    ],
    rows: [
      ...takings.map((line) => {
        const { day, paymentMethod, currency } = line
        const span = { from: day, to: day, currency }
        return {
          key: `${day} ${paymentMethod} ${currency}`,
          cells: [
            formatDay(day),
            methodName(paymentMethod),
            amountCell({ amount: line.gross, currency }, paymentsLink(span, paymentMethod)),
            amountCell({ amount: line.refunded, currency }, refundsLink(span, paymentMethod)),
            amountCell(
              { amount: line.disputed, currency },
              entriesLink({ type: 'dispute', from: day, to: day }),
            ),
            amountCell({ amount: line.net, currency }, undefined),
            formatCount(line.count),
          ],
        }
      }),
      ...totals.map((total) => ({
        key: `total ${total.currency}`,
        isTotal: true,
        cells: [
          `${texts.total} ${total.currency}`,
          '',
          ...[total.gross, total.refunded, total.disputed, total.net].map((amount) =>
            amountCell({ amount, currency: total.currency }, undefined),
          ),
          formatCount(total.count),
        ],
      })),
    ],
  }
}

type ProcessorLine = MonthDetail['fees'][number]

const processorRow = (line: ProcessorLine, month: string): MonthRow => {
  const { processor, type, currency, count } = line
  return {
    key: `${processor} ${type} ${currency}`,
    cells: [
      processorName(processor),
      countryOf(processor),
      money.types[type],
      amountCell(line, entriesLink({ processor, type, currency, ...spanOf(month) })),
      formatCount(count),
    ],
  }
}

const processorHeads = [
  { label: texts.provider },
  { label: texts.country },
  { label: texts.kind },
  numberHead(texts.amount),
  numberHead(texts.entries),
]

function feesTable({ fees, month }: MonthDetail): MonthTable {
  const isAnyCountryKnown = fees.some(({ processor }) => hasCountry(processor))
  return {
    id: 'fees',
    title: texts.fees,
    note: isAnyCountryKnown ? texts.countryNote : undefined,
    heads: processorHeads,
    rows: [...fees.map((line) => processorRow(line, month)), ...totalRows(fees, 3)],
  }
}

const othersTable = ({ others, month }: MonthDetail): MonthTable => ({
  id: 'others',
  title: texts.others,
  heads: processorHeads,
  rows: others.map((line) => processorRow(line, month)),
})

function payoutsTable({ payouts }: MonthDetail): MonthTable {
  return {
    id: 'payouts',
    title: texts.payouts,
    heads: [
      { label: texts.day },
      { label: texts.provider },
      { label: texts.kind },
      numberHead(texts.amount),
      numberHead(texts.payouts),
    ],
    rows: [
      ...payouts.map((line) => {
        const { day, processor, type, currency } = line
        return {
          key: `${day} ${processor} ${type} ${currency}`,
          cells: [
            formatDay(day),
            processorName(processor),
            money.types[type],
            amountCell(line, entriesLink({ processor, type, currency, from: day, to: day })),
            formatCount(line.count),
          ],
        }
      }),
      ...totalRows(payouts, 3),
    ],
  }
}

/** Returns a total row for each currency. Its label takes the first `labelColumns` columns. */
function totalRows(lines: readonly (Sum & { count: number })[], labelColumns: number): MonthRow[] {
  return [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const sameCurrency = lines.filter((line) => line.currency === currency)
    return {
      key: `total ${currency}`,
      isTotal: true,
      cells: [
        `${texts.total} ${currency}`,
        ...Array.from({ length: labelColumns - 1 }, () => ''),
        amountCell({ amount: addUp(sameCurrency), currency }, undefined),
        formatCount(sameCurrency.reduce((sum, { count }) => sum + count, 0)),
      ],
    }
  })
}

/** Adds up amounts without rounding. Their texts have two decimals in every currency, even in yen. */
function addUp(lines: readonly Sum[]): string {
  const hundredths = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function openTable({ openItems, month, state }: MonthDetail): MonthTable {
  return {
    id: 'open',
    title: texts.open,
    note: state === 'closed' ? texts.openNote.closed : texts.openNote.now,
    heads: [{ label: texts.kind }, numberHead(texts.amount), numberHead(texts.entries)],
    rows: (openItems ?? []).map((item) => ({
      key: `${item.kind} ${item.currency}`,
      cells: [
        texts.openKinds[item.kind],
        amountCell(item, openItemLink(item, month)),
        formatCount(item.count),
      ],
    })),
  }
}

/** Returns the name of a payment method, or of a processor. */
function nameOf(name: string): string {
  const method = PaymentMethod.safeParse(name).data
  return method ? methodName(method) : name === '' ? '—' : processorName(name)
}

const kindOf = (kind: string): string => {
  const type = EntryType.safeParse(kind).data
  return type ? money.types[type] : ''
}

const correctionsTable = ({ corrections }: MonthDetail): MonthTable => ({
  id: 'corrections',
  title: texts.corrections,
  note: texts.correctionsNote,
  heads: [
    { label: texts.month },
    { label: texts.section },
    { label: texts.provider },
    { label: texts.kind },
    numberHead(texts.amount),
    numberHead(texts.entries),
  ],
  rows: corrections.map((line) => ({
    key: [line.month, line.section, line.name, line.kind, line.currency].join(' '),
    cells: [
      formatMonth(line.month),
      texts.sections[line.section],
      nameOf(line.name),
      kindOf(line.kind),
      amountCell(line, correctionLink(line)),
      formatCount(line.count),
    ],
  })),
})

const taxesTable = ({ taxes }: MonthDetail): MonthTable => ({
  id: 'taxes',
  title: texts.taxes,
  note: texts.taxesNote,
  heads: [{ label: texts.rate }, numberHead(texts.amount)],
  rows: taxes.map((tax) => ({
    key: `${tax.rate} ${tax.currency}`,
    cells: [`${tax.rate} %`, amountCell(tax, undefined)],
  })),
})
