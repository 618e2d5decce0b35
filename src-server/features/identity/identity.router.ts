import { Nothing } from '../../shared/text.ts'
import { anyone, router } from '../../trpc.ts'
import { CurrentUser } from './identity.schema.ts'

export const identityRouter = router({
  /** Null for a visitor: asking who one is, is no mistake that a browser should report in red. */
  current: anyone
    .input(Nothing)
    .output(CurrentUser.nullable())
    .query(({ ctx: { actor } }) => (actor.type === 'user' ? actor.user : null)),
})
