import { randomInt } from 'node:crypto'
import { newMark } from './flows/ground.ts'
import { payment } from './make.ts'
import { PASSWORD } from './sign-up.ts'

/** Valid requests of an attacker: all changes that they may make to their own merchant. */

export type Change = {
  /** Permitted sender: an API key, the owner in person, or a new person. */
  by: 'key' | 'person' | 'stranger'
  method: string
  path: string
  body: Record<string, unknown>
}

/** IDs of objects that the attacker has created, from the responses. Only the newest are kept. */
export class Own {
  readonly #ids = new Map<string, string[]>()

  /** Records all IDs in a response of any kind. */
  note(text: string): void {
    for (const [id = '', prefix = ''] of text.matchAll(
      /\b(txn|cus|key|evt|inv|int)_[0-9A-Z]{26}\b/g,
    )) {
      const known = this.#ids.get(prefix) ?? []
      this.#ids.set(prefix, [...known.slice(-30), id])
    }
  }

  any(prefix: string): string | undefined {
    const known = this.#ids.get(prefix) ?? []
    return known[randomInt(Math.max(1, known.length))]
  }

  /** Removes the ID, for changes that are possible only once. */
  take(prefix: string): string | undefined {
    return this.#ids.get(prefix)?.pop()
  }
}

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

const words = [
  'Ada',
  'Žofie',
  '李小龍',
  'Nguyễn',
  "O'Hara",
  'مريم',
  '🧾 Bar',
  'a\u0301',
  '-',
  '=1+1',
]
const amount = () => `${randomInt(0, 2000)}.${String(randomInt(1, 100)).padStart(2, '0')}`
const person = () => `c${randomInt(200)}@example.com`

const newPayment = () =>
  payment({
    amount: amount(),
    currency: pick(['USD', 'EUR', 'GBP']),
    customerName: `${pick(words)} ${pick(words)}`,
    customerEmail: person(),
    paymentMethod: pick(['card', 'paypal', 'bank']),
    description: pick([null, pick(words)]),
  })

type Make = (own: Own) => Change | undefined

const byKey = (method: string, path: string, body: Record<string, unknown>): Change => ({
  by: 'key',
  method,
  path,
  body,
})
const byPerson = (method: string, path: string, body: Record<string, unknown>): Change => ({
  by: 'person',
  method,
  path,
  body,
})
const about = (id: string | undefined, make: (id: string) => Change) =>
  id === undefined ? undefined : make(id)

/** Relative frequency of each change. */
const makes: [number, Make][] = [
  [12, () => byKey('POST', '/api/payments', newPayment())],
  [6, () => byKey('POST', '/api/transactions', newPayment())],
  [6, () => byPerson('POST', '/trpc/transactions.create', newPayment())],
  [
    4,
    () => byKey('POST', '/api/customers', { name: pick(words), email: `${newMark()}@example.com` }),
  ],
  [
    2,
    () =>
      byPerson('POST', '/trpc/customers.create', {
        name: pick(words),
        email: `${newMark()}@example.com`,
      }),
  ],
  [
    4,
    (own) =>
      about(own.any('cus'), (id) =>
        byKey('PUT', `/api/customers/${id}`, { name: `${pick(words)} ${randomInt(1e6)}` }),
      ),
  ],
  [1, (own) => about(own.take('cus'), (id) => byPerson('DELETE', `/api/customers/${id}`, {}))],
  [
    3,
    (own) =>
      about(own.any('txn'), (id) => byKey('PUT', `/api/transactions/${id}`, { status: 'failed' })),
  ],
  [
    2,
    (own) =>
      about(own.any('txn'), (id) =>
        byPerson('POST', '/trpc/transactions.updateStatus', {
          id,
          status: pick(['success', 'failed']),
        }),
      ),
  ],
  [
    1,
    () =>
      byPerson('PATCH', '/api/merchant/profile', {
        businessDescription: `${pick(words)} ${randomInt(1e6)}`,
      }),
  ],
  [
    1,
    () =>
      byPerson('POST', '/trpc/identity.rename', {
        firstName: pick(words),
        lastName: `B${randomInt(1e6)}`,
      }),
  ],
  [1, () => byPerson('POST', '/api/api-keys', { name: pick(words), scopes: ['read'] })],
  [1, (own) => about(own.take('key'), (id) => byPerson('DELETE', `/api/api-keys/${id}`, {}))],
  [1, () => byPerson('POST', '/trpc/team.invite', { role: pick(['staff', 'owner']) })],
  [
    1,
    (own) =>
      about(own.take('inv'), (id) => byPerson('POST', '/trpc/team.revokeInvitation', { id })),
  ],
  [
    1,
    (own) =>
      about(own.any('int'), (id) =>
        byPerson('PUT', `/api/integrations/${id}`, { version: pick(['v1', 'v2']) }),
      ),
  ],
  [
    1,
    (own) => about(own.any('evt'), (id) => byKey('POST', `/api/webhook-events/${id}/replay`, {})),
  ],
]

const rare: Make[] = [
  () => ({
    by: 'stranger',
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: { email: `${newMark()}@example.com`, password: PASSWORD, name: pick(words) },
  }),
  () => byPerson('POST', '/trpc/identity.confirm', { password: PASSWORD }),
]

const drawn = makes.flatMap(([times, make]) => Array.from({ length: times }, () => make))

/** Returns a random change. Changes that hash a password are rare, because hashing is expensive. */
export function validChange(own: Own): Change {
  const make = randomInt(150) === 0 ? pick(rare) : pick(drawn)
  return make(own) ?? byKey('POST', '/api/payments', newPayment())
}
