import { z } from 'zod'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'

export const analyses = [
  'fraud',
  'patterns',
  'risk',
  'configuration',
  'environment',
  'debug',
] as const
export const AnalysisName = z.enum(analyses)
export type AnalysisName = z.infer<typeof AnalysisName>

export const MAX_PROMPT = 4000

// Line breaks and tabs are allowed; other control characters are not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
// oxlint-disable-next-line no-control-regex -- the same
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

export const Prompt = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(MAX_PROMPT, `must have at most ${MAX_PROMPT} characters`)
  .refine((text) => !control.test(text) && text.isWellFormed(), {
    error: 'must not hold control characters',
    abort: true,
  })
  .refine((text) => !holdsCardNumber(text), { error: 'must not hold a card number' })

export const ReportLanguage = z.enum(['it', 'en'])
export type ReportLanguage = z.infer<typeof ReportLanguage>

export const AnalysisRequest = z.strictObject({
  prompt: Prompt,
  analysis: AnalysisName.optional().meta({ description: 'Subject of the question' }),
  language: ReportLanguage.optional().meta({
    description:
      'Language of the analysis and its figures. By default English; a model uses the language of the prompt',
  }),
})
export type AnalysisRequest = z.infer<typeof AnalysisRequest>

/** Filter that lists the rows behind a figure, with the parameters of GET /api/transactions. */
const Filter = z.record(z.string(), z.union([z.string(), z.int(), z.boolean()]))

export const Figure = z.strictObject({ label: z.string(), value: z.string(), filter: Filter })
export type Figure = z.infer<typeof Figure>

export const AnalysisSource = z.enum(['model', 'builtin'])
export type AnalysisSource = z.infer<typeof AnalysisSource>

export const Analysis = z.strictObject({
  analysis: z.string(),
  source: AnalysisSource,
  figures: z.array(Figure),
})
export type Analysis = z.infer<typeof Analysis>

/** An event of a streamed analysis. */
export const AnalysisPart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    source: AnalysisSource,
    figures: z.array(Figure),
  }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('end') }),
  z.strictObject({ type: z.literal('error'), detail: z.string(), requestId: z.string() }),
])
export type AnalysisPart = z.infer<typeof AnalysisPart>

export const ModelTest = z.strictObject({ message: z.string(), model: z.string() })
export type ModelTest = z.infer<typeof ModelTest>

const Setting = z.strictObject({ name: z.string(), value: z.string() })

export const EnvironmentAdvice = z.strictObject({
  success: z.boolean(),
  configuration: z.strictObject({
    replit_secrets: z.array(Setting),
    vercel_environment: z.array(Setting),
    setup_steps: z.array(z.string()),
  }),
  advice: z.string().nullable(),
  error: z.string().nullable(),
})
export type EnvironmentAdvice = z.infer<typeof EnvironmentAdvice>
