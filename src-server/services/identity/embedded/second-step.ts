import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Db } from '#db/tables.ts'
import { claimTotpStep, findTwoFactor } from './embedded.queries.ts'

const STEP_MS = 30_000
/** As many as the library admits to either side. */
const STEPS_AROUND = 1

/** RFC 6238 with the parameters that every authenticator app knows: SHA-1, six digits, 30 seconds. */
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

/** The person who is signed in, or has given the password and owes the code. */
async function whoVerifies(ctx: GenericEndpointContext): Promise<string | undefined> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (found) return found.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!challenge) return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value
}

/** A code that another person saw being typed is worth nothing once it was accepted (RFC 6238, 5.2). */
export const codesOnlyOnce = ({ db, now }: { db: Db; now: () => number }): BetterAuthPlugin => ({
  id: 'codes-only-once',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/two-factor/verify-totp',
        handler: createAuthMiddleware(async (ctx) => {
          const userId = await whoVerifies(ctx)
          const known = userId === undefined ? undefined : await findTwoFactor(db, { userId })
          if (!known) return
          const secret = await symmetricDecrypt({
            key: ctx.context.secretConfig,
            data: known.secret,
          })
          // A wrong code is the library's to count and to refuse.
          const step = stepOf(secret, String(ctx.body?.code), now())
          if (step === undefined || (await claimTotpStep(db, { id: known.id, step }))) return
          throw new APIError('UNAUTHORIZED', {
            code: 'CODE_ALREADY_USED',
            message: 'This code was used already. Wait for the next one.',
          })
        }),
      },
    ],
  },
})
