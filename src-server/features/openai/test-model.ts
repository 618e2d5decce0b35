import { AppError } from '#server/core/calls/errors.ts'
import type { UserCtx } from '#server/core/context.ts'
import { collectOutput, type ModelAccess } from '#server/core/ports/language-model.ts'
import { auditPerson } from '#server/services/audit/audit.ts'
import { takeAllowance } from './analyse.ts'
import type { ModelTest } from './openai.schema.ts'

export type ModelCtx = UserCtx & ModelAccess

/** Tests the connection by requesting one word from the model. */
export async function testModel(ctx: ModelCtx): Promise<ModelTest> {
  const { model, actor } = ctx
  if (!model) {
    throw new AppError(
      'unavailable',
      'OpenAI is not configured: set OPENAI_API_KEY and restart the server.',
      { reason: 'openai_not_configured' },
    )
  }
  await takeAllowance(ctx, actor.user.id)
  await auditQuestion(ctx, { for: 'test', model: model.name })
  const response = await collectOutput(
    model.stream({
      rules: 'Answer with the single word OK.',
      matter: { test: true },
      maxTokens: 16,
    }),
  )
  return { message: 'The connection to OpenAI works: the model responded.', model: response.model }
}

/**
 * Records that a person asked the model something that is not about one merchant's figures. Adds the audit entry to
 * every merchant of this person.
 */
export const auditQuestion = (
  ctx: UserCtx,
  question: { for: 'test' | 'guide'; model: string },
): Promise<void> => {
  const { provider, user } = ctx.actor
  const person = { provider, subject: user.id }
  return auditPerson(ctx, person, { action: 'model.asked', after: question })
}
