import type { Config } from '#server/config/config.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import {
  failingFinding,
  healthyFinding,
  judgeClerkKeys,
  unknownFinding,
} from './environment.rules.ts'
import { type EnvironmentCheck, notInUse } from './environment.schema.ts'

export type ClerkCheckOptions = { config: Config; identity: Identity }

/**
 * Checks that Clerk responds, and that its keys suit the environment. The public key alone shows whether they are live
 * or test keys, because the server does not start with keys of different kinds.
 */
export async function checkClerk(options: ClerkCheckOptions): Promise<EnvironmentCheck> {
  const { clerk, google, environment } = options.config
  if (!clerk) {
    return {
      ...healthyFinding(notInUse.clerk),
      details: [
        { label: 'Sign-in', value: 'E-mail and password' },
        { label: 'Google', value: google ? 'Configured' : 'Not configured' },
      ],
    }
  }
  const kind = clerk.publishableKey.startsWith('pk_live_') ? 'live' : 'test'
  const status = await options.identity.check?.()
  const details = [
    { label: 'Instance', value: clerk.frontendApi },
    { label: 'Keys', value: kind === 'live' ? 'Live' : 'Test' },
    { label: 'Tokens verified', value: clerk.jwtKey ? 'With CLERK_JWT_KEY' : 'With Clerk’s keys' },
  ]
  if (!status || status.isReachable === null) {
    return { ...unknownFinding('Clerk has not been asked yet.', 'Run the checks again.'), details }
  }
  if (!status.isReachable) {
    return {
      ...failingFinding(
        'Clerk’s signing keys cannot be read.',
        'Check `CLERK_SECRET_KEY` and `CLERK_API_URL`, and that this server reaches Clerk; the log of the server names the reason. With `CLERK_JWT_KEY` sessions are verified without it.',
      ),
      details: [...details, { label: 'Since', value: status.since ?? '' }],
    }
  }
  return {
    ...(judgeClerkKeys({ kind, environment }) ??
      healthyFinding('Clerk responds, and the keys fit each other and this environment.')),
    details,
  }
}
