import type { FastifyRequest } from 'fastify'
import type { PayerScript } from '#server/core/ports/payer-script.ts'
import { within } from '#server/core/work/within.ts'
import { pathOf } from '../entrance/address.ts'
import type { CreateContext } from '../entrance/request-context.ts'

/** The only document in which a card is typed. */
const PATH = '/payments'

/** The document is not held up for longer: without an answer it comes without a script, and says so. */
const ANSWER_WITHIN_MS = 1000

type CardScript = { processor: string; script: PayerScript }
export type FindCardScript = (request: FastifyRequest) => Promise<CardScript | undefined>

/**
 * Finds the script whose fields take a card in the document of a request: that of the payment form, for a person whose
 * merchant has connected a processor that has one. Any other path is answered without asking anything.
 */
export const cardScriptFinder =
  (createContext: CreateContext): FindCardScript =>
  async (request) => {
    if (pathOf(request.url) !== PATH) return undefined
    return within(ANSWER_WITHIN_MS, findScript(request, createContext)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the page came without a script: its merchant is not known')
      return undefined
    })
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
