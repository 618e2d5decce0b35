import type { World } from '#server/core/context.ts'
import type { Membership } from '#server/core/merchant.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import { TimeLimitError, withTimeLimit } from '#server/core/work/time-limit.ts'
import { toIso } from '#server/shared/day.ts'
import { checkClerk } from './check-clerk.ts'
import { checkDatabase } from './check-database.ts'
import { checkOpenai, openaiDetails } from './check-openai.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { failingFinding, unknownFinding } from './environment.rules.ts'
import type { CheckName, EnvironmentCheck, EnvironmentStatus } from './environment.schema.ts'

const LIMIT_MS = 2000

export type StatusCtx = World & {
  identity: Identity
  findMembership: () => Promise<Membership | undefined>
}

/** Runs all checks at once; no check can delay the other checks or make the whole request fail. */
export async function readStatus(ctx: StatusCtx): Promise<EnvironmentStatus> {
  const { openai, environment, version } = ctx.config
  const run = (name: CheckName, check: () => Promise<EnvironmentCheck>, onFailure: FailureCheck) =>
    withTimeLimit(LIMIT_MS, check()).catch((error: unknown) => {
      ctx.log.warn({ check: name, err: error }, 'a check of the environment failed')
      return onFailure(reasonOf(error))
    })
  const [database, openaiCheck, clerk, webhooks] = await Promise.all([
    run('database', () => checkDatabase(ctx), databaseUnreachable),
    run(
      'openai',
      () => checkOpenai(openai, LIMIT_MS),
      (reason) => ({
        ...failingFinding(
          `The server of the model ${reason}.`,
          'Check `OPENAI_BASE_URL`, and that this server may reach it through the network.',
        ),
        details: openai ? openaiDetails(openai) : [],
      }),
    ),
    run('clerk', () => checkClerk(ctx), clerkUnreachable),
    run('webhooks', () => checkWebhooks(ctx), webhooksUnreadable),
  ])
  return {
    database,
    openai: openaiCheck,
    clerk,
    webhooks,
    environment,
    version,
    lastUpdated: toIso(ctx.now()),
  }
}

type FailureCheck = (reason: string) => EnvironmentCheck

/** Omits the error's message, which may contain URLs, statements or keys. */
const reasonOf = (error: unknown): string =>
  error instanceof TimeLimitError || (error instanceof Error && error.name === 'TimeoutError')
    ? `did not respond within ${LIMIT_MS / 1000} seconds`
    : 'cannot be reached'

const databaseUnreachable: FailureCheck = (reason) => ({
  ...failingFinding(
    `The database ${reason}.`,
    'Start the database, or check `DATABASE_URL` and the disk; the log of the server names the reason.',
  ),
  details: [],
})

const clerkUnreachable: FailureCheck = (reason) => ({
  ...failingFinding(
    `Clerk ${reason}.`,
    'Check that this server reaches Clerk. With `CLERK_JWT_KEY` sessions are verified without it.',
  ),
  details: [],
})

const webhooksUnreadable: FailureCheck = () => ({
  ...unknownFinding(
    'The webhook queue could not be read.',
    'The queue is in the database: see the check of the database.',
  ),
  details: [],
})
