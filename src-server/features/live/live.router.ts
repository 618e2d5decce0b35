import { tracked } from '@trpc/server'
import { router, signedInMember } from '../../trpc.ts'
import { everythingOf } from './live-bus.ts'
import { LiveSince } from './live.schema.ts'

export const eventsRouter = router({
  /** What changes from now on. Whoever comes back is told to look at everything: what was missed is not kept. */
  changes: signedInMember.input(LiveSince).subscription(async function* ({ ctx, input, signal }) {
    const { live, merchant, newId } = ctx
    const changes = live.subscribe(merchant.id, signal)
    if (input?.lastEventId) yield tracked(newId('evt'), everythingOf(merchant.id))
    for await (const change of changes) yield tracked(newId('evt'), change)
  }),
})
