import type { TransactionRow } from '#db/tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

/** A sample payment, in values that do not depend on when the demo is made. */
export type DemoPayment = {
  daysAgo: number
  /** Milliseconds after midnight, in the merchant's zone. */
  timeMs: number
  customer: number
  amount: Minor
  currency: TransactionRow['currency']
  paymentMethod: TransactionRow['paymentMethod']
  status: TransactionRow['status']
  failureReason: string | null
  /** Milliseconds from creation to the final state. */
  tookMs: number
  description: string | null
}

export const DEMO_DAYS = 90
/** Days that pending bank transfers take. */
export const TRANSFER_DAYS = 2
const HOUR_MS = 3_600_000

const firstNames = [
  'Giulia',
  'Marco',
  'Francesca',
  'Luca',
  'Elena',
  'Paolo',
  'Chiara',
  'Davide',
  'Sofia',
  'Matteo',
  'Anna',
  'James',
  'Emma',
  'Oliver',
  'Léa',
  'Jonas',
]
const lastNames = [
  'Rossi',
  'Bianchi',
  'Ferrari',
  'Russo',
  'Romano',
  'Colombo',
  'Ricci',
  'Marino',
  'Greco',
  'Conti',
  'Smith',
  'Taylor',
  'Dubois',
  'Keller',
]
const goods = [
  'Espresso beans, 1 kg',
  'Moka pot for three',
  'Gift box',
  'Monthly subscription',
  'Ceramic cups, set of four',
  'Grinder',
  'Cold brew kit',
  'Barista course',
]

/** Returns a mulberry32 generator: the same seed gives the same numbers, so all demos are alike. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const plainLetters = (text: string) => text.normalize('NFD').replace(/[^\w]/g, '').toLowerCase()

export const demoCustomers: { name: string; email: string }[] = Array.from(
  { length: 150 },
  (_, index) => {
    const first = firstNames[index % firstNames.length] ?? ''
    const last = lastNames[(index * 5 + Math.floor(index / 16)) % lastNames.length] ?? ''
    return {
      name: `${first} ${last}`,
      email: `${plainLetters(first)}.${plainLetters(last)}${index >= 56 ? index : ''}@example.com`,
    }
  },
)

/**
 * Invents payments of a small shop that grows: busier towards the weekend and in the evening, with the usual declines.
 */
export function demoPayments(seed = 20_261_121): DemoPayment[] {
  const random = randomFrom(seed)
  const payments: DemoPayment[] = []
  for (let daysAgo = DEMO_DAYS - 1; daysAgo >= 0; daysAgo--) {
    const growth = 1 + (0.6 * (DEMO_DAYS - daysAgo)) / DEMO_DAYS
    const weekend = daysAgo % 7 < 2 ? 1.5 : 1
    const count = Math.round((6 + random() * 5) * growth * weekend)
    for (let i = 0; i < count; i++) payments.push(demoPayment(random, daysAgo))
  }
  const ordered = payments.toSorted((a, b) => b.daysAgo - a.daysAgo || a.timeMs - b.timeMs)
  const first = ordered.findIndex(({ daysAgo }) => daysAgo === 0)
  return ordered.map((payment, index) => ({ ...payment, ...todaysOutcomes[index - first] }))
}

/** Fixed outcomes of today's first payments: one failed and one is pending, so that there is something to look into. */
const todaysOutcomes: Partial<DemoPayment>[] = [
  { status: 'success', failureReason: null },
  { paymentMethod: 'card', status: 'failed', failureReason: 'insufficient_funds' },
  { status: 'success', failureReason: null },
  { paymentMethod: 'bank', status: 'pending', failureReason: null },
  { status: 'success', failureReason: null },
]

/**
 * Returns the payments that have happened once `elapsedMs` of today have passed. Today's first payments are always
 * included, so that a demo begun in the morning does not show a day without any.
 */
export function paymentsUntil(payments: readonly DemoPayment[], elapsedMs: number): DemoPayment[] {
  const before = payments.filter(({ daysAgo }) => daysAgo > 0)
  const today = payments.filter(({ daysAgo }) => daysAgo === 0)
  const pastPayments = today.filter(({ timeMs }) => timeMs <= elapsedMs)
  if (pastPayments.length >= todaysOutcomes.length) return [...before, ...pastPayments]
  const early = today.slice(0, todaysOutcomes.length)
  const intervalMs = elapsedMs / (early.length + 1)
  return [
    ...before,
    ...early.map((payment, index) => ({
      ...payment,
      timeMs: Math.floor(intervalMs * (index + 1)),
    })),
  ]
}

const pickWeighted = <T>(random: () => number, weighted: readonly (readonly [T, number])[]): T => {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0)
  let remaining = random() * total
  for (const [value, weight] of weighted) {
    remaining -= weight
    if (remaining < 0) return value
  }
  throw new Error('weights are positive')
}

/** Number of customers who come back all the time. */
const REGULARS = 30
/** Number of other customers who come in the same weeks. */
const PASSING = 40

/** Picks a customer: regulars come back all the time, other customers come for some weeks and do not return. */
function demoCustomer(random: () => number, daysAgo: number): number {
  if (random() < 0.45) return Math.floor(random() ** 1.3 * REGULARS)
  const elapsedShare = (DEMO_DAYS - 1 - daysAgo) / (DEMO_DAYS - 1)
  const first = REGULARS + Math.floor(elapsedShare * (demoCustomers.length - REGULARS - PASSING))
  return first + Math.floor(random() * PASSING)
}

function demoPayment(random: () => number, daysAgo: number): DemoPayment {
  const paymentMethod = pickWeighted(random, [
    ['card', 68],
    ['paypal', 20],
    ['bank', 12],
  ] as const)
  const isBank = paymentMethod === 'bank'
  const outcome = pickWeighted(random, [
    ['success', 93],
    ['insufficient_funds', 4],
    ['card_declined', 3],
  ] as const)
  const declineReason = isBank ? 'transfer_rejected' : outcome
  // A transfer takes two days, so the latest transfers are still pending.
  const isPending = isBank && daysAgo < TRANSFER_DAYS
  const isSuccess = outcome === 'success'
  // A shop on the web never closes, but mornings are quiet: the later of two random hours is taken.
  const hour = random() < 0.12 ? random() * 24 : 7 + Math.max(random(), random()) * 16
  return {
    daysAgo,
    timeMs: Math.floor(hour * HOUR_MS),
    customer: demoCustomer(random, daysAgo),
    amount: 500 + Math.floor(random() ** 3 * 24_000) + (random() < 0.3 ? 99 : 0),
    currency: pickWeighted(random, [
      ['USD', 82],
      ['EUR', 13],
      ['GBP', 5],
    ] as const),
    paymentMethod,
    status: isPending ? 'pending' : isSuccess ? 'success' : 'failed',
    failureReason: isSuccess || isPending ? null : declineReason,
    tookMs: isBank ? 60_000 + Math.floor(random() * 240_000) : 700 + Math.floor(random() * 3200),
    description: random() < 0.6 ? (goods[Math.floor(random() * goods.length)] ?? null) : null,
  }
}
