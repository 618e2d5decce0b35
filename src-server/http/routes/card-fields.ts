import type { FastifyRequest } from 'fastify'
import { within } from '#server/core/within.ts'
import { STRIPE } from '#server/services/processors/stripe/stripe-processor.ts'
import { pathOf } from '../entrance/address.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/** The only document in which a card is typed. */
const PATH = '/payments'

/** The document is not held up for longer: without an answer it comes without Stripe, and says so. */
const ANSWER_WITHIN_MS = 1000

export type TakesCardsByStripe = (request: FastifyRequest) => Promise<boolean>

/**
 * Whether a request is for the document in which Stripe's fields take a card: that of the payment form, for a person
 * whose merchant has connected Stripe. Any other path is answered without asking anything.
 */
export const cardsByStripe =
  (createContext: CreateContext): TakesCardsByStripe =>
  async (request) => {
    if (pathOf(request.url) !== PATH) return false
    const asked = takesCards(request, createContext)
    return within(ANSWER_WITHIN_MS, asked).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the page came without Stripe: its merchant is not known')
      return false
    })
  }

async function takesCards(request: FastifyRequest, createContext: CreateContext): Promise<boolean> {
  const { actor, findMembership, processors } = await createContext(request)
  if (actor.type !== 'user') return false
  const membership = await findMembership()
  if (!membership) return false
  return processors.routeOf(membership.merchant, 'card')?.processor.name === STRIPE
}
