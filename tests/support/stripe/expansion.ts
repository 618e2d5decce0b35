import type { StripeAccount } from './account.ts'
import { type FormBody, invalid, textsIn } from './form-body.ts'

const MAX_LEVELS = 4

type Fields = Record<string, unknown>

/** The bank account to which every payout goes. */
const bankAccount = { id: 'ba_merchant', object: 'bank_account', last4: '6789' }

/** Collections in which the IDs of a field are looked up. */
const collections: Readonly<
  Record<string, (account: StripeAccount) => readonly ReadonlyMap<string, object>[]>
> = {
  balance_transaction: ({ balance }) => [balance],
  charge: ({ charges }) => [charges],
  destination: ({ payouts }) => [
    new Map([...payouts.values()].map(({ destination }) => [String(destination), bankAccount])),
  ],
  failure_balance_transaction: ({ balance }) => [balance],
  latest_charge: ({ charges }) => [charges],
  payment_intent: ({ intents }) => [intents],
  payment_method: ({ methods }) => [methods],
  source: ({ charges, refunds, disputes, payouts }) => [charges, refunds, disputes, payouts],
}

/** Returns the response with the IDs at the `expand` paths, such as `data.latest_charge`, replaced by their objects. */
export function expandFields(account: StripeAccount, response: object, body: FormBody): object {
  const paths = textsIn(body, 'expand')
  if (paths.length === 0) return response
  const copy: object = structuredClone(response)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_LEVELS) throw notExpandable(path)
    expandAt(account, copy as Fields, steps, path)
  }
  return copy
}

function expandAt(
  account: StripeAccount,
  fields: Fields,
  [step = '', ...rest]: string[],
  path: string,
): void {
  const value = fields[step]
  if (step === 'data' && Array.isArray(value) && rest.length > 0) {
    for (const each of value) expandAt(account, each as Fields, rest, path)
    return
  }
  if (!Object.hasOwn(collections, step) || value === undefined) throw notExpandable(path)
  const found =
    typeof value === 'string'
      ? collections[step]?.(account)
          .map((collection) => collection.get(value))
          .find(Boolean)
      : value
  // Unknown IDs stay unchanged, and so does the null of an object that does not exist yet.
  if (typeof found !== 'object' || found === null) return
  const object = typeof value === 'string' ? structuredClone(found) : found
  fields[step] = object
  if (rest.length > 0) expandAt(account, object as Fields, rest, path)
}

const notExpandable = (path: string) =>
  invalid('expand', `This property cannot be expanded (${path}).`)
