import type { FeatureDocs } from '#server/core/calls/docs.ts'
import { ListenInput } from './listeners.schema.ts'

const messages = [
  'event: listening',
  'id: lsn_01KGA3M2QZ0A1B2C3D4E5F6G7H.0',
  'data: {"listener":"lsn_01KGA3M2QZ0A1B2C3D4E5F6G7H","mode":"test","version":"v2","types":null,"secret":"whsec_…","resumed":false,"missed":0}',
  '',
  'event: webhook',
  'id: lsn_01KGA3M2QZ0A1B2C3D4E5F6G7H.1',
  'data: {"id":"evt_01KGA3M2QZ7V8W9X0Y1Z2A3B4C","type":"payment.completed","createdAt":"2026-01-31T19:20:30.123Z","test":false,"body":"{\\"type\\":\\"payment.completed\\",…}"}',
  '',
  '',
].join('\n')

export const listenersDocs = {
  tag: {
    name: 'Listening',
    description:
      'Webhook events for a program that no webhook can reach, such as one in development.',
  },
  parameters: {
    types: {
      description: 'Only these types of events, separated by commas',
      example: 'payment.completed,payment.failed',
    },
  },
  streams: {
    stream: {
      kind: 'listener',
      path: '/api/events/stream',
      input: ListenInput,
      summary: 'Listen to webhook events',
      description:
        'A temporary webhook endpoint without a URL. The first message, `listening`, has a new signing secret. Each `webhook` has the body of an event as a webhook would deliver it. Two minutes after its stream has ended, a listener is removed; until then `Last-Event-ID` resumes it: `missed` is the number of events that are lost, beyond the last 1,000. Five may be open in each mode. Comments keep the connection open.',
      example: messages,
    },
  },
} satisfies FeatureDocs
