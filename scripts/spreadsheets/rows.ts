import { setTimeout as wait } from 'node:timers/promises'
import type { Send } from '../bench/merchant.ts'
import { add, type Sums } from './sums.ts'

/** After this time the sandbox has booked its payments, and disputes and refunds of it have their outcome. */
const BOOKED_MS = 15_000

/** A name, a description and an order that a spreadsheet would change into a number, a date or a formula. */
const hostile = [
  ['=1+1', '@SUM(A1:A9)', '0012345'],
  ['-2+3', '+39 06 123', '123456789012345678901234'],
  ['1/2', '=HYPERLINK("http://x.example";"a")', '1e5'],
  ['12.34', 'two, three; four', '00:10'],
  ['12,34', '3 mar', '2026-03-10'],
  ['Rossi; =1+1', "=cmd|'/C calc'!A0", '100%'],
] as const

/** Takes payments in several currencies and by each method, and creates refunds, a dispute, a link and payouts. */
export async function createRows(send: Send): Promise<void> {
  const payer = { customerName: 'Ada Rossi', customerEmail: 'ada@example.com' }
  const pay = (more: object) => send('/api/payments', { amount: '1234.50', ...payer, ...more })
  for (const [n, [customerName, description, reference]] of hostile.entries()) {
    await pay({ customerName, customerEmail: `p${n}@example.com`, description, reference })
  }
  await pay({ amount: '1200', currency: 'JPY' })
  await pay({ amount: '77.77', currency: 'EUR', paymentMethod: 'paypal' })
  await pay({ amount: '10.01' })
  await pay({ amount: '20.11' })
  await pay({ amount: '55.00', paymentMethod: 'bank' })
  const { id = '' } = await pay({ amount: '500.00' })
  for (const amount of ['12.30', '7.08', '3.09']) {
    await send(`/api/transactions/${id}/refunds`, { amount, note: '=2+2' })
  }
  await send('/api/payment-links', { title: '=1+1', amount: '40.00', currency: 'EUR' })
  await wait(BOOKED_MS)
  await send('/api/payouts', { currency: 'USD' })
  await send('/api/payouts', { currency: 'EUR' })
  await wait(BOOKED_MS)
}

type Group = { status: string; currency: string; amount: string; fee?: string; net?: string }

/** A file, and the sums of its page by currency, with the names of the English columns. */
export type Export = { name: string; query: string; sums: Sums }

export async function readExports(send: Send): Promise<Export[]> {
  const today = new Date().toISOString().slice(0, 10)
  const call = <Response>(name: string, input: object = {}) =>
    send<{ result: { data: Response } }>(
      `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
      undefined,
      'GET',
    ).then(({ result }) => result.data)
  const groups = async (name: string, columns: Record<string, keyof Group>) => {
    const sums: Sums = {}
    for (const group of (await call<{ groups: Group[] }>(name)).groups) {
      for (const [heading, part] of Object.entries(columns)) {
        add(sums, `${heading} ${group.currency}`, group[part])
      }
    }
    return sums
  }
  const takings = await call<{ totals: Record<string, string>[] }>('takings.list', { from: today })
  const month = await call<Month>('months.get', { month: today.slice(0, 7) })
  const amount = { Amount: 'amount' } as const
  return [
    {
      name: 'transactions',
      query: 'withReference=true&withPurchase=true&method=true&metadata=true',
      sums: await groups('transactions.summary', amount),
    },
    { name: 'refunds', query: '', sums: await groups('refunds.summary', amount) },
    { name: 'disputes', query: '', sums: await groups('disputes.summary', amount) },
    { name: 'payment-links', query: '', sums: {} },
    { name: 'takings', query: '', sums: takingsSums(takings.totals) },
    {
      name: 'balance/entries',
      query: '',
      sums: await groups('balanceEntries.summary', { Gross: 'amount', Fee: 'fee', Net: 'net' }),
    },
    { name: 'payouts', query: '', sums: await groups('payouts.summary', amount) },
    { name: 'months', query: `month=${today.slice(0, 7)}`, sums: monthSums(month) },
  ]
}

function takingsSums(totals: Record<string, string>[]): Sums {
  const sums: Sums = {}
  for (const { currency, gross, refunded, net } of totals) {
    add(sums, `Gross ${currency}`, gross)
    add(sums, `Refunds (by day of refund) ${currency}`, refunded)
    add(sums, `Net ${currency}`, net)
  }
  return sums
}

type Amount = { currency: string; amount: string }

type Month = Record<'fees' | 'payouts' | 'others' | 'openItems', Amount[]> & {
  totals: { currency: string; gross: string; refunded: string; disputed: string }[]
}

/** Returns the sums of the month's page by section, as the lines `Total` of the file have them. */
function monthSums({ totals, fees, payouts, others, openItems }: Month): Sums {
  const sums: Sums = {}
  for (const { currency, gross, refunded, disputed } of totals) {
    for (const [section, sum] of Object.entries({ gross, refunds: refunded, disputes: disputed })) {
      if (Number(sum) !== 0) add(sums, `${section} ${currency}`, sum)
    }
  }
  for (const [section, lines] of Object.entries({
    fees,
    payouts,
    other: others,
    open: openItems,
  })) {
    for (const { currency, amount } of lines) add(sums, `${section} ${currency}`, amount)
  }
  return sums
}
