import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { openaiRouter } from './openai.router.ts'
import { Analysis, AnalysisRequest, EnvironmentAdvice, ModelTest } from './openai.schema.ts'

const events = [
  'data: {"type":"start","source":"model","figures":[]}',
  '',
  'data: {"type":"text","text":"Revenue rose"}',
  '',
  'data: {"type":"end"}',
  '',
  '',
].join('\n')

export const openaiDocs = {
  tag: { name: 'AI', description: 'Analyses of the figures, by a model or computed.' },
  inputs: {
    AnalysisRequest: describeSchema(AnalysisRequest, {
      example: { prompt: 'How did the last weeks go?', analysis: 'patterns' },
    }),
  },
  outputs: {
    Analysis: describeSchema(Analysis, {
      description: 'Analysis of the figures of the last 90 days.',
      fields: {
        analysis: 'Plain text',
        source: '`model`, or `builtin` when it was computed without one',
        figures:
          'Figures from the database on which the analysis is based; `filter` lists their rows',
      },
      example: {
        analysis: 'Revenue rose by 6.2% against the 30 days before; Saturday evenings carry most.',
        source: 'model',
        figures: [
          {
            label: 'Revenue in EUR',
            value: '€5,108.70',
            filter: { status: 'success', currency: 'EUR', from: '2025-11-03', to: '2026-01-31' },
          },
        ],
      },
    }),
    EnvironmentAdvice: describeSchema(EnvironmentAdvice, {
      description: 'Variables to set, with placeholders for values, in Italian.',
      fields: { error: 'Reason why the model gave no advice' },
      example: {
        success: true,
        configuration: {
          replit_secrets: [{ name: 'SECRET_KEY', value: '<32 byte casuali in base64>' }],
          vercel_environment: [{ name: 'APP_ENV', value: 'production' }],
          setup_steps: ['Riavvia il server: le variabili si leggono una volta sola, all’avvio.'],
        },
        advice: 'Questo server gira in development con SQLite.',
        error: null,
      },
    }),
    ModelTest: describeSchema(ModelTest, {
      description: 'Confirmation that the model responded.',
      fields: { model: 'Name that the model reports' },
      example: {
        message: 'The connection to OpenAI works: the model responded.',
        model: 'gpt-4o-2024-08-06',
      },
    }),
  },
  streams: {
    stream: {
      kind: 'events',
      path: '/api/openai/stream',
      input: AnalysisRequest,
      summary: 'Analyse the figures, as the text comes',
      description:
        'Like `POST /api/openai/analyze`, as server-sent events: `start` with the figures, then `text` piece by piece, then `end`, or `error` when the model breaks off. Ending the request ends the question.',
      example: events,
    },
  },
} satisfies DocsOf<typeof openaiRouter>
