import type { Stripe } from 'stripe'

const MOST_AGE_S = 300
/** Compared where there is no secret, so that it takes as long. */
const NOBODYS_SECRET = 'whsec_of_nobody'

type Signed = {
  body: Buffer
  header: string | undefined
  secrets: readonly string[]
  nowMs: number
}

/**
 * The event that a body holds, when one of the secrets signed it within the last five minutes. The package admits
 * signatures of the future, which a clock that is wrong, or a recording, would make good for long: so both directions
 * are looked at.
 */
export async function signedEvent({
  body,
  header = '',
  secrets,
  nowMs,
}: Signed): Promise<Stripe.Event | undefined> {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  if (!(Math.abs(nowMs / 1000 - seconds) <= MOST_AGE_S)) return undefined
  const { Stripe } = await import('stripe')
  for (const secret of secrets.length > 0 ? secrets : [NOBODYS_SECRET]) {
    try {
      return Stripe.webhooks.constructEvent(body, header, secret, MOST_AGE_S, undefined, nowMs)
    } catch {
      // Signed by another, or no event at all: whoever sent it is told the same.
    }
  }
  return undefined
}
