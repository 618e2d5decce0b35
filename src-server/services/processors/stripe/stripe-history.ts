import type { Stripe } from 'stripe'
import type { Period } from '#server/core/ports/account-access.ts'
import { isInvalidRequest } from './stripe-errors.ts'

const PAGE = 100

/** Returns a page of the intents that were created in a period, newest first, after a known intent. */
export async function readHistoryPage(
  stripe: Stripe,
  { since, until }: Period,
  after: string | null,
): Promise<{ intents: Stripe.PaymentIntent[]; isMore: boolean }> {
  const list = async (starting_after: string | null) => {
    const { data, has_more } = await stripe.paymentIntents.list({
      created: { gte: secondsOf(since), lte: secondsOf(until) },
      limit: PAGE,
      expand: ['data.latest_charge'],
      ...(starting_after !== null && { starting_after }),
    })
    return { intents: data, isMore: has_more && data.length > 0 }
  }
  try {
    return await list(after)
  } catch (error) {
    // Test data can be deleted at Stripe, which then refuses to list the intents after a deleted intent.
    if (after === null || !isInvalidRequest(error)) throw error
    return list(null)
  }
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000)
