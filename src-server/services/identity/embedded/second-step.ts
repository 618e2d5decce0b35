import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Db } from '#db/tables.ts'
import { claimTotpStep, findTwoFactor } from './embedded.queries.ts'

const STEP_MS = 30_000
/** Time steps accepted before and after the current one, as in the library. */
const STEPS_AROUND = 1

/**
 * Computes an RFC 6238 code with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds.
 */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const current = Math.floor(nowMs / STEP_MS)
  for (let step = current + STEPS_AROUND; step >= current - STEPS_AROUND; step--) {
    if (codeAt(secret, step) === code) return step
  }
  return undefined
}

/** Returns the id of the person who is signed in, or who has given the password and owes the code. */
async function findVerifyingUserId(ctx: GenericEndpointContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (session) return session.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!challenge) return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value
}

/**
 * Returns a plug-in that accepts each code of an authenticator app only once: another person may have seen it being
 * typed (RFC 6238, 5.2).
 */
export const createSingleUseCodes = ({
  db,
  now,
}: {
  db: Db
  now: () => number
}): BetterAuthPlugin => ({
  id: 'codes-only-once',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/two-factor/verify-totp',
        handler: createAuthMiddleware(async (ctx) => {
          const userId = await findVerifyingUserId(ctx)
          const twoFactor = userId === undefined ? undefined : await findTwoFactor(db, { userId })
          if (!twoFactor) return
          const secret = await symmetricDecrypt({
            key: ctx.context.secretConfig,
            data: twoFactor.secret,
          })
          // The library counts and refuses wrong codes.
          const step = stepOf(secret, String(ctx.body?.code), now())
          if (step === undefined || (await claimTotpStep(db, { id: twoFactor.id, step }))) return
          throw new APIError('UNAUTHORIZED', {
            code: 'CODE_ALREADY_USED',
            message: 'This code was used already. Wait for the next one.',
          })
        }),
      },
    ],
  },
})
