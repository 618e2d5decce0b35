import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { Nothing } from '../../shared/text.ts'
import { anyone, type RequestCtx, router, user } from '../../trpc.ts'
import type { Account } from './identity.ts'
import {
  Confirmation,
  CurrentUser,
  EndSession,
  OwnSession,
  PersonName,
  SignInMethods,
} from './identity.schema.ts'

function accountOf({ identity }: RequestCtx): Account {
  if (identity.account) return identity.account
  throw new AppError('not_found', 'Your sign-in is kept by the identity provider.', {
    reason: 'kept_by_provider',
  })
}

/** A person's own sign-in; all of it is about whoever asks. */
export const identityRouter = router({
  /** Null for a visitor: asking who one is, is no mistake that a browser should report in red. */
  current: anyone
    .input(Nothing)
    .output(CurrentUser.nullable())
    .query(({ ctx: { actor } }) => (actor.type === 'user' ? actor.user : null)),
  methods: user
    .input(Nothing)
    .output(SignInMethods)
    .query(({ ctx }) => accountOf(ctx).methods(ctx.actor.user.id)),
  sessions: user
    .input(Nothing)
    .output(OwnSession.array())
    .query(async ({ ctx }) => {
      const { user: self, session } = ctx.actor
      const sessions = await accountOf(ctx).listSessions(self.id)
      return sessions.map((known) => ({ ...known, isCurrent: known.id === session.id }))
    }),
  endSession: user.input(EndSession).mutation(async ({ ctx, input }) => {
    const isEnded = await accountOf(ctx).endSession({ userId: ctx.actor.user.id, ...input })
    if (!isEnded) throw new AppError('not_found', 'There is no such session.')
  }),
  endOtherSessions: user.input(z.strictObject({})).mutation(async ({ ctx }) => {
    const { user: self, session } = ctx.actor
    const person = { userId: self.id, sessionId: session.id }
    return { ended: await accountOf(ctx).endOtherSessions(person) }
  }),
  rename: user.input(PersonName).mutation(async ({ ctx, input }) => {
    await accountOf(ctx).rename({ userId: ctx.actor.user.id, ...input })
  }),
  /** Proves again who one is, for what asks for it. */
  confirm: user.input(Confirmation).mutation(async ({ ctx, input }) => {
    const { user: self, session } = ctx.actor
    const outcome = await accountOf(ctx).confirm({
      userId: self.id,
      sessionId: session.id,
      password: input.password,
      address: ctx.address,
    })
    if (outcome === 'password_wrong') {
      throw new AppError('invalid', 'The password is not right.', { reason: outcome })
    }
    if (outcome === 'no_password') {
      const message = 'You have no password here. Sign out and in again to confirm that it is you.'
      throw new AppError('invalid', message, { reason: outcome })
    }
  }),
})
