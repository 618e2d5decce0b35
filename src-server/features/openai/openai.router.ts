import { member, router, user } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { analyse, analyseWhole } from './analyse.ts'
import { writeEnvironmentAdvice } from './environment-advice.ts'
import { Analysis, AnalysisRequest, EnvironmentAdvice, ModelTest } from './openai.schema.ts'
import { testModel } from './test-model.ts'

export const openaiRouter = router({
  test: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/openai/test',
        summary: 'Test the connection to the model',
        description:
          'Asks the model for one word. Returns 503 `openai_not_configured` when no key is set.',
      },
    })
    .input(NoInput)
    .output(ModelTest)
    .query(({ ctx }) => testModel(ctx)),
  analyze: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/openai/analyze',
        summary: 'Analyse the figures of the last 90 days',
        description:
          'The model receives sums and counts, never a name, an address or an id. Without a model the report is computed, and `source` is `builtin`. The limit is ten a minute.',
      },
      isForAccountants: true,
    })
    .input(AnalysisRequest)
    .output(Analysis)
    .mutation(({ ctx, input }) => analyseWhole(ctx, input)),
  /**
   * Streams the analysis. Clients call the plain route `POST /api/openai/stream`, since a prompt does not fit into a
   * URL.
   */
  stream: member
    .input(AnalysisRequest)
    .subscription(({ ctx, input, signal }) => analyse(ctx, input, signal)),
  environmentAdvice: user
    .meta({
      rest: {
        method: 'GET',
        path: '/api/openai/environment-advice',
        summary: 'Get advice on the environment variables',
        description:
          'In Italian. Values are placeholders. When the model fails, `error` says why and `success` is false.',
      },
    })
    .input(NoInput)
    .output(EnvironmentAdvice)
    .query(({ ctx }) => writeEnvironmentAdvice(ctx)),
})
