import { randomInt } from 'node:crypto'
import { uniqueName } from './flows/flow-client.ts'
import { payment } from './make.ts'
import { PASSWORD } from './sign-up.ts'

/** Valid requests of an attacker: all changes that they may make to their own merchant. */

/** A valid request of the attacker, and the credentials that it needs. */
export type Change = {
  /** Permitted sender: an API key, the owner in person, or a new person. */
  by: 'key' | 'person' | 'stranger'
  method: string
  path: string
  body: Record<string, unknown>
}

/** IDs of objects that the attacker has created, from the responses. Only the newest are kept. */
export class OwnIds {
  readonly #ids = new Map<string, string[]>()

  /** Records all IDs in a response of any kind. */
  record(text: string): void {
    for (const [id = '', prefix = ''] of text.matchAll(
      /\b(txn|cus|key|evt|inv|int)_[0-9A-Z]{26}\b/g,
    )) {
      const ids = this.#ids.get(prefix) ?? []
      this.#ids.set(prefix, [...ids.slice(-30), id])
    }
  }

  /** Returns a random recorded ID with this prefix. */
  any(prefix: string): string | undefined {
    const ids = this.#ids.get(prefix) ?? []
    return ids[randomInt(Math.max(1, ids.length))]
  }

  /** Removes the ID, for changes that are possible only once. */
  take(prefix: string): string | undefined {
    return this.#ids.get(prefix)?.pop()
  }
}

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

const names = [
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
const randomEmail = () => `c${randomInt(200)}@example.com`

const newPayment = () =>
  payment({
    amount: amount(),
    currency: pick(['USD', 'EUR', 'GBP']),
    customerName: `${pick(names)} ${pick(names)}`,
    customerEmail: randomEmail(),
    paymentMethod: pick(['card', 'paypal', 'bank']),
    description: pick([null, pick(names)]),
  })

type MakeChange = (ownIds: OwnIds) => Change | undefined

const keyChange = (method: string, path: string, body: Record<string, unknown>): Change => ({
  by: 'key',
  method,
  path,
  body,
})
const personChange = (method: string, path: string, body: Record<string, unknown>): Change => ({
  by: 'person',
  method,
  path,
  body,
})
const withId = (id: string | undefined, make: (id: string) => Change) =>
  id === undefined ? undefined : make(id)

/** Relative frequency of each change. */
const weightedMakers: [number, MakeChange][] = [
  [12, () => keyChange('POST', '/api/payments', newPayment())],
  [6, () => keyChange('POST', '/api/transactions', newPayment())],
  [6, () => personChange('POST', '/trpc/transactions.create', newPayment())],
  [
    4,
    () =>
      keyChange('POST', '/api/customers', {
        name: pick(names),
        email: `${uniqueName()}@example.com`,
      }),
  ],
  [
    2,
    () =>
      personChange('POST', '/trpc/customers.create', {
        name: pick(names),
        email: `${uniqueName()}@example.com`,
      }),
  ],
  [
    4,
    (ownIds) =>
      withId(ownIds.any('cus'), (id) =>
        keyChange('PUT', `/api/customers/${id}`, { name: `${pick(names)} ${randomInt(1e6)}` }),
      ),
  ],
  [
    1,
    (ownIds) =>
      withId(ownIds.take('cus'), (id) => personChange('DELETE', `/api/customers/${id}`, {})),
  ],
  [
    3,
    (ownIds) =>
      withId(ownIds.any('txn'), (id) =>
        keyChange('PUT', `/api/transactions/${id}`, { status: 'failed' }),
      ),
  ],
  [
    2,
    (ownIds) =>
      withId(ownIds.any('txn'), (id) =>
        personChange('POST', '/trpc/transactions.updateStatus', {
          id,
          status: pick(['success', 'failed']),
        }),
      ),
  ],
  [
    1,
    () =>
      personChange('PATCH', '/api/merchant/profile', {
        businessDescription: `${pick(names)} ${randomInt(1e6)}`,
      }),
  ],
  [
    1,
    () =>
      personChange('POST', '/trpc/identity.rename', {
        firstName: pick(names),
        lastName: `B${randomInt(1e6)}`,
      }),
  ],
  [1, () => personChange('POST', '/api/api-keys', { name: pick(names), scopes: ['read'] })],
  [
    1,
    (ownIds) =>
      withId(ownIds.take('key'), (id) => personChange('DELETE', `/api/api-keys/${id}`, {})),
  ],
  [1, () => personChange('POST', '/trpc/team.invite', { role: pick(['staff', 'owner']) })],
  [
    1,
    (ownIds) =>
      withId(ownIds.take('inv'), (id) =>
        personChange('POST', '/trpc/team.revokeInvitation', { id }),
      ),
  ],
  [
    1,
    (ownIds) =>
      withId(ownIds.any('int'), (id) =>
        personChange('PUT', `/api/integrations/${id}`, { version: pick(['v1', 'v2']) }),
      ),
  ],
  [
    1,
    (ownIds) =>
      withId(ownIds.any('evt'), (id) => keyChange('POST', `/api/webhook-events/${id}/replay`, {})),
  ],
]

const rareMakers: MakeChange[] = [
  () => ({
    by: 'stranger',
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: { email: `${uniqueName()}@example.com`, password: PASSWORD, name: pick(names) },
  }),
  () => personChange('POST', '/trpc/identity.confirm', { password: PASSWORD }),
]

const makers = weightedMakers.flatMap(([times, make]) => Array.from({ length: times }, () => make))

/** Returns a random change. Changes that hash a password are rare, because hashing is expensive. */
export function validChange(ownIds: OwnIds): Change {
  const make = randomInt(150) === 0 ? pick(rareMakers) : pick(makers)
  return make(ownIds) ?? keyChange('POST', '/api/payments', newPayment())
}
