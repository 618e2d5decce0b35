import { Nothing } from '../../shared/text.ts'
import { router, user } from '../../trpc.ts'
import { CurrentUser } from './identity.schema.ts'

export const identityRouter = router({
  current: user
    .input(Nothing)
    .output(CurrentUser)
    .query(({ ctx }) => ctx.actor.user),
})
