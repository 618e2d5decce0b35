import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import { anyone, type RequestCtx, router, user } from '#server/core/calls/trpc.ts'
import type { Account } from '#server/core/ports/identity.ts'
import {
  confirmSignIn,
  endOtherSessions,
  endSession,
} from '#server/services/identity/embedded/own-sign-in.ts'
import { CurrentUser } from '#server/shared/current-user.ts'
import { NoInput } from '#server/shared/text/text.ts'
import {
  Confirmation,
  EndSession,
  OwnSession,
  PersonName,
  SignInMethods,
} from './identity.schema.ts'

function requireAccount({ identity }: RequestCtx): Account {
  if (identity.account) return identity.account
  throw new AppError('not_found', 'Your sign-in is kept by the identity provider.', {
    reason: 'kept_by_provider',
  })
}

/** The caller's own sign-in: no procedure concerns another person. */
export const identityRouter = router({
  /** Null for a visitor, not an error: browsers report failed requests in red. */
  current: anyone
    .input(NoInput)
    .output(CurrentUser.nullable())
    .query(({ ctx: { actor } }) => (actor.type === 'user' ? actor.user : null)),
  methods: user
    .input(NoInput)
    .output(SignInMethods)
    .query(({ ctx }) => requireAccount(ctx).methods(ctx.actor.user.id)),
  sessions: user
    .input(NoInput)
    .output(OwnSession.array())
    .query(async ({ ctx }) => {
      const { user: self, session } = ctx.actor
      const sessions = await requireAccount(ctx).listSessions(self.id)
      return sessions.map((each) => ({ ...each, isCurrent: each.id === session.id }))
    }),
  endSession: user
    .input(EndSession)
    .mutation(({ ctx, input }) => endSession(ctx, requireAccount(ctx), input.sessionId)),
  endOtherSessions: user.input(z.strictObject({})).mutation(async ({ ctx }) => {
    return { ended: await endOtherSessions(ctx, requireAccount(ctx)) }
  }),
  rename: user.input(PersonName).mutation(async ({ ctx, input }) => {
    await requireAccount(ctx).rename({ userId: ctx.actor.user.id, ...input })
  }),
  /** Confirms the caller's password again, for actions that require it. */
  confirm: user
    .input(Confirmation)
    .mutation(({ ctx, input }) => confirmSignIn(ctx, requireAccount(ctx), input.password)),
})
