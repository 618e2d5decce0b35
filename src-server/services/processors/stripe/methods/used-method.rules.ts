import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { UsedMethod } from '#server/shared/money/used-method.ts'

/** Longest word that is stored; Stripe's are far shorter. */
const MAX_WORD = 40

/** A value from Stripe, such as a card's brand; null when it is missing, `unknown` or malformed. */
const Word = z
  .string()
  .max(MAX_WORD)
  .regex(/^[\w-]+$/)
  .refine((word) => word !== 'unknown')
  .nullable()
  .catch(null)

const LastFour = z
  .string()
  .regex(/^[0-9A-Za-z]{4}$/)
  .nullable()
  .catch(null)

const Country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .nullable()
  .catch(null)

/**
 * The stored part of a charge's method. Stripe describes each type in a part of its own. The parts share these names,
 * but banks in the Netherlands and Belgium have `iban_last4` instead of `last4`.
 */
const Details = z.object({
  brand: Word,
  last4: LastFour,
  iban_last4: LastFour,
  wallet: z.object({ type: Word }).nullable().catch(null),
  country: Country,
  payer_details: z
    .object({ address: z.object({ country: Country }) })
    .nullable()
    .catch(null),
  funding: Word,
})

const cardTypes: ReadonlySet<string> = new Set(['card', 'card_present', 'interac_present'])

/** Returns the method of a charge. Undefined without a charge, or from a server that names no method. */
export function usedMethodOfCharge(charge: Stripe.Charge | undefined): UsedMethod | undefined {
  const details = charge?.payment_method_details
  const type = Word.parse(details?.type ?? null)
  if (!details || type === null) return undefined
  const part: unknown = Object.entries(details).find(([name]) => name === type)?.[1]
  const { brand, last4, iban_last4, wallet, country, payer_details, funding } = Details.parse(
    part ?? {},
  )
  return {
    // A card that is used at a terminal counts as a card.
    type: cardTypes.has(type) ? 'card' : type,
    brand,
    last4: last4 ?? iban_last4,
    wallet: wallet?.type ?? null,
    country: country ?? payer_details?.address.country ?? null,
    funding,
  }
}
