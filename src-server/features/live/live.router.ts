import { tracked } from '@trpc/server'
import { type RequestCtx, router, signedInMember } from '#server/core/calls/trpc.ts'
import type { UserActor } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { findMerchantOf } from '../merchants/merchants.queries.ts'
import { homeIdOf } from '../merchants/merchants.rules.ts'
import { LiveSince } from './live.schema.ts'

type Listener = Pick<RequestCtx, 'db'> & { actor: UserActor; merchant: ActingMerchant }

/** Checks the membership again, since a stream outlives the request that opened it. */
async function isStillMember({ db, actor, merchant }: Listener): Promise<boolean> {
  const person = { provider: actor.provider, subject: actor.user.id }
  return (await findMerchantOf(db, person))?.id === homeIdOf(merchant)
}

export const eventsRouter = router({
  /**
   * Streams changes from now on. Missed changes are not stored. A page that reconnects, or that read its data before
   * the last change, is notified to reload everything.
   */
  changes: signedInMember.input(LiveSince).subscription(async function* ({ ctx, input, signal }) {
    const { live, merchant, newId, identity, actor } = ctx
    const { user, session } = actor
    const changes = live.subscribe(merchant.id, signal, {
      session: {
        userId: user.id,
        sessionId: session.id,
        end: () => identity.sessionEnd({ id: session.id, userId: user.id }),
      },
      knownForMs: input?.lastEventId ? Number.POSITIVE_INFINITY : input?.knownForMs,
    })
    for await (const change of changes) {
      // The stream of a member who was removed from the team ends here.
      if (change.type === 'team' && !(await isStillMember(ctx))) return
      yield tracked(newId('evt'), change)
    }
  }),
})
