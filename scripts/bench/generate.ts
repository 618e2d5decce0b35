import type { CustomerRow, TransactionEventRow, TransactionRow } from '#db/tables.ts'
import { emailKeyOf } from '#server/features/customers/customers.rules.ts'
import {
  partsOfCustomer as customerParts,
  partsOfPayment as paymentParts,
  searchTextOf,
} from '#server/services/search/search.rules.ts'
import { idMaker, makeReference, type RandomBytes } from '#server/shared/id.ts'

/** Generates people and payments, the same in each run except for ids, references and dates. */

const DAY_MS = 86_400_000
const SPAN_MS = 365 * DAY_MS
const SLOT_MS = 6 * 3_600_000
const CUSTOMER_AGE_MS = SPAN_MS + DAY_MS

const syllables =
  'ba bel can cor da del fa fio gal gio lan lor ma mar na no pa per ra ri sa sel ta ver vi zan'.split(
    ' ',
  )
const firstNames =
  'Ada Aldo Anna Bruno Carla Carlo Chiara Dario Elena Enzo Fabio Franca Gino Giulia Ida Ivo Laura Lea Luca Mara Mario Nadia Nino Olga Paola Piero Rosa Sara Silvio Ugo'.split(
    ' ',
  )
const goods =
  'Coffee beans|Espresso machine|Two coffees and a slice of cake|Monthly plan|Gift card|Delivery|Repair of a grinder|Catering for ten|Tasting course|Set of cups'.split(
    '|',
  )

/** Returns a generator of numbers below `below`, in the same order for each seed (Park and Miller's generator). */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const pick = <T>(list: readonly T[], random: (below: number) => number): T =>
  list[random(list.length)] as T

type Row<T> = Record<string, string | number | null> & { readonly brand?: T }
type Text = { merchant_id: string; kind: string; object_id: string; text: string }
export type Person = { id: string; name: string; email: string; row: Row<CustomerRow>; text: Text }

const textOf = (merchantId: string, kind: string, id: string, parts: (string | null)[]): Text => ({
  merchant_id: merchantId,
  kind,
  object_id: id,
  text: searchTextOf(parts),
})

export function generateCustomers(
  merchantId: string,
  count: number,
  randomBytes: RandomBytes,
): Person[] {
  const random = randomFrom(7)
  const startMs = Date.now() - CUSTOMER_AGE_MS
  let nowMs = startMs
  const newId = idMaker(() => nowMs, randomBytes)
  return Array.from({ length: count }, (_, n) => {
    nowMs = startMs + n
    const first = pick(firstNames, random)
    const last = [0, 1, 2].map(() => pick(syllables, random)).join('')
    const name = `${first} ${last.charAt(0).toUpperCase()}${last.slice(1)}`
    const email = `${first}.${last}${n}@example.com`.toLowerCase()
    const id = newId('cus')
    const at = new Date(nowMs).toISOString()
    const row = {
      merchant_id: merchantId,
      id,
      name,
      email,
      email_key: emailKeyOf(email),
      status: 'active',
      created_at: at,
      updated_at: at,
    }
    const text = textOf(
      merchantId,
      'customer',
      id,
      customerParts({ id, name, email } as CustomerRow),
    )
    return { id, name, email, row, text }
  })
}

type Payment = { row: Row<TransactionRow>; events: Row<TransactionEventRow>[]; text: Text }

/**
 * Generates payments evenly over the last year, oldest first. Nineteen in twenty payments succeeded, the other payments
 * failed.
 */
export function* generatePayments(
  merchantId: string,
  people: readonly Person[],
  count: number,
  randomBytes: RandomBytes,
): Generator<Payment> {
  const random = randomFrom(11)
  const startMs = Date.now() - SPAN_MS
  let nowMs = startMs
  const newId = idMaker(() => nowMs, randomBytes)
  for (let n = 0; n < count; n++) {
    nowMs = startMs + Math.floor((n / count) * SPAN_MS)
    const person = pick(people, random)
    const invented = {
      merchantId,
      id: newId('txn'),
      transactionId: makeReference(randomBytes),
      amount: 100 + random(50_000),
      description: `${pick(goods, random)}, order ${n + 1}`,
      isFailed: random(20) === 0,
      currency: pick(['EUR', 'EUR', 'EUR', 'USD', 'GBP'], random),
      paymentMethod: pick(['card', 'card', 'paypal', 'bank'], random),
      createdMs: nowMs,
      tookMs: random(2_000),
    }
    yield paymentOf(person, invented)
  }
}

type InventedPayment = {
  merchantId: string
  id: string
  transactionId: string
  amount: number
  description: string
  isFailed: boolean
  currency: string
  paymentMethod: string
  createdMs: number
  tookMs: number
}

function paymentOf(person: Person, invented: InventedPayment): Payment {
  const { merchantId, id, transactionId, amount, description, isFailed, createdMs } = invented
  const created = new Date(createdMs)
  const createdAt = created.toISOString()
  const settledAt = new Date(createdMs + invented.tookMs).toISOString()
  const status = isFailed ? 'failed' : 'success'
  const reason = isFailed ? 'card_declined' : null
  const event = { merchant_id: merchantId, transaction_id: id }
  return {
    row: {
      merchant_id: merchantId,
      id,
      transaction_id: transactionId,
      customer_id: person.id,
      customer_name: person.name,
      customer_email: person.email,
      amount,
      currency: invented.currency,
      payment_method: invented.paymentMethod,
      description,
      status,
      failure_reason: reason,
      day: createdAt.slice(0, 10),
      weekday: created.getUTCDay(),
      slot: Math.floor((createdMs % DAY_MS) / SLOT_MS),
      processor: 'sandbox',
      created_at: createdAt,
      updated_at: settledAt,
      settled_at: settledAt,
    },
    events: [
      {
        ...event,
        sequence: 1,
        at: createdAt,
        type: 'created',
        status: 'pending',
        reason: null,
        actor: 'system:bench',
      },
      {
        ...event,
        sequence: 2,
        at: settledAt,
        type: 'status_changed',
        status,
        reason,
        actor: 'processor:sandbox',
      },
    ],
    text: textOf(merchantId, 'transaction', id, paymentParts(searchFieldsOf(person, invented))),
  }
}

/** Returns the searchable fields of a payment, in the form that the product's search rule expects. */
const searchFieldsOf = (
  { name, email }: Person,
  { id, transactionId, description, amount }: InventedPayment,
) =>
  ({
    id,
    transactionId,
    customerName: name,
    customerEmail: email,
    description,
    amount,
  }) as TransactionRow
