import { languageFor } from '#client/lib/language-for.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'

/** A processor at which merchants connect accounts. Small, because the dashboard loads it for each of them. */
export type ProcessorIdentity = {
  /** The processor's name as people write it. */
  label: string
  /** Method of the payments that go to a connected account. */
  method: PaymentMethod
}

const found = import.meta.glob<ProcessorIdentity>('./*/identity.ts', {
  eager: true,
  import: 'identity',
})

const methodOf = new Map(
  Object.entries(found).map(([path, { method }]) => [
    path.split('/')[1],
    paymentMethods.indexOf(method),
  ]),
)

/** Compares processors by their methods. A processor at which merchants connect no account comes last. */
export const byMethodOf = (one: string, other: string): number =>
  (methodOf.get(one) ?? paymentMethods.length) - (methodOf.get(other) ?? paymentMethods.length)

const identities = Object.values(found).toSorted(
  (one, other) => paymentMethods.indexOf(one.method) - paymentMethods.indexOf(other.method),
)

const asPhrase = (all: readonly ProcessorIdentity[]): string =>
  new Intl.ListFormat(languageFor('en'), { type: 'disjunction' }).format(
    all.map(({ label }) => label),
  )

/** Names of the connectable processors as a phrase: one, or "one or another". */
export const connectableNames: string = asPhrase(identities)

/** Names of the processors to connect for a method, as a phrase; empty when there are none. */
export const connectableFor = (method: PaymentMethod): string =>
  asPhrase(identities.filter((each) => each.method === method))
