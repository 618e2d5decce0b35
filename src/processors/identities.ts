import { languageFor } from '#client/lib/language-for.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'

/** A processor at which merchants connect accounts. Kept small, because the dashboard loads every processor's. */
export type ProcessorIdentity = {
  /** The processor's name as people write it. */
  label: string
  /** Method of the payments that go to a connected account. */
  method: PaymentMethod
}

const identityFiles = import.meta.glob<ProcessorIdentity>('./*/identity.ts', {
  eager: true,
  import: 'identity',
})

const orderOf = new Map(
  Object.entries(identityFiles).map(([path, { method }]) => [
    path.split('/')[1],
    paymentMethods.indexOf(method),
  ]),
)

const labels = new Map(
  Object.entries(identityFiles).map(([path, { label }]) => [path.split('/')[1], label]),
)

/** Returns a processor's name as people write it; undefined where merchants connect no account. */
export const labelOfProcessor = (name: string): string | undefined => labels.get(name)

/** Compares processors by their methods. A processor at which merchants connect no account comes last. */
export const byMethodOf = (one: string, other: string): number =>
  (orderOf.get(one) ?? paymentMethods.length) - (orderOf.get(other) ?? paymentMethods.length)

/** Returns true for the processor of cards, whose button is the primary one of the settings in live mode. */
export const isForCards = (name: string): boolean => orderOf.get(name) === 0

const identities = Object.values(identityFiles).toSorted(
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
