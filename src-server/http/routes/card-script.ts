import type { FastifyRequest } from 'fastify'
import type { PayerScript } from '#server/core/ports/payer-script.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import type { CreateContext } from '../entrance/request-context.ts'
import { pathOf } from '../entrance/request-url.ts'

/** Path of the only document with card fields. */
const PATH = '/payments'

/**
 * Longest wait to find the script of the merchant's card processor. After it the document is sent without the script,
 * and a warning is logged.
 */
const RESPONSE_TIMEOUT_MS = 1000

type CardScript = { processor: string; script: PayerScript }
/** Finds the script for the card fields of a request's document; undefined when the document has none. */
export type FindCardScript = (request: FastifyRequest) => Promise<CardScript | undefined>

/**
 * Returns a function that finds the script for the card fields of a request's document. Only the payment form has one,
 * for a user whose merchant has a card processor with a script. Other paths need no lookup.
 */
export const cardScriptFinder =
  (createContext: CreateContext): FindCardScript =>
  async (request) => {
    if (pathOf(request.url) !== PATH) return undefined
    return withTimeLimit(RESPONSE_TIMEOUT_MS, findScript(request, createContext)).catch(
      (error: unknown) => {
        request.log.warn(
          { err: error },
          'the page was sent without a processor’s script: its merchant is not known',
        )
        return undefined
      },
    )
  }

async function findScript(
  request: FastifyRequest,
  createContext: CreateContext,
): Promise<CardScript | undefined> {
  const { actor, findMembership, processors } = await createContext(request)
  if (actor.type !== 'user') return undefined
  const membership = await findMembership()
  const processor = membership && processors.routeOf(membership.merchant, 'card')?.processor
  return processor?.script && { processor: processor.name, script: processor.script }
}
