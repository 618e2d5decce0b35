import type { Stripe } from 'stripe'

const MAX_AGE_S = 300
/** Checked when there is no secret, so that the call takes as long as with one: timing reveals nothing. */
const PLACEHOLDER_SECRET = 'whsec_placeholder'

type SignedRequest = {
  body: Buffer
  header: string | undefined
  secrets: readonly string[]
  nowMs: number
}

/**
 * Returns the event in a body that one of the secrets signed within the last five minutes. The package accepts
 * signatures from the future, which a wrong clock or a recording would keep valid for long. The age is therefore
 * checked in both directions.
 */
export async function verifyEvent({
  body,
  header = '',
  secrets,
  nowMs,
}: SignedRequest): Promise<Stripe.Event | undefined> {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  if (!(Math.abs(nowMs / 1000 - seconds) <= MAX_AGE_S)) return undefined
  const { Stripe } = await import('stripe')
  for (const secret of secrets.length > 0 ? secrets : [PLACEHOLDER_SECRET]) {
    try {
      return Stripe.webhooks.constructEvent(body, header, secret, MAX_AGE_S, undefined, nowMs)
    } catch {
      // Signed with another secret, or no event at all: the response to the sender is the same.
    }
  }
  return undefined
}
