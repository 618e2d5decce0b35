import { tags } from './notes.ts'
import { type Operation, queryParameters, tagOf } from './operations.ts'
import { apiVersion, everyHeader, fileHeaders, requestIdHeader } from './parts.ts'
import { refusalsFor } from './refusals.ts'
import type { JsonSchema, Schemas } from './schemas.ts'
import { ExportAuditLog } from '../../features/audit/audit.schema.ts'
import { ApiVersion } from '../../features/api-keys/api-keys.schema.ts'
import { AnalysisRequest } from '../../features/openai/openai.schema.ts'
import { schemaExamples } from './schema-examples.ts'
import { ExportTransactions } from '../../features/transactions/transactions.schema.ts'

/** The routes that no procedure stands behind. */

export const plainInputs = [ExportTransactions, ExportAuditLog, AnalysisRequest]

export const plainTags = [tags.service, tagOf('transactions')].filter((tag) => tag !== undefined)

type PlainPath = { get: Operation } | { post: Operation }

export const plainPaths = (inputs: Schemas): Record<string, PlainPath> => ({
  '/api/audit-log/export': { get: auditExportOperation(inputs) },
  '/api/openai/stream': { post: streamOperation(inputs) },
  '/api/transactions/export': { get: exportOperation(inputs) },
  '/api/legal/privacy': { get: legalOperation('privacy', 'the privacy policy') },
  '/api/legal/terms': { get: legalOperation('terms', 'the terms') },
  '/api/openapi.json': { get: documentOperation },
  '/healthz': { get: healthOperation },
  '/readyz': { get: readyOperation },
})

const exportOperation = (inputs: Schemas): Operation => ({
  operationId: 'transactions.export',
  tags: [tagOf('transactions').name],
  summary: 'Export transactions',
  description:
    'A CSV of exactly what the filter finds, however many rows, in UTF-8 with a byte order mark.\n\nAPI keys need the scope `read`.',
  security: [{ apiKey: [] }, { session: [] }],
  parameters: [...queryParameters(inputs.full(ExportTransactions)), apiVersion],
  responses: {
    200: {
      description: 'The file, streamed.',
      headers: { ...everyHeader, ...fileHeaders },
      content: { 'text/csv': { schema: { type: 'string' }, example: csv } },
    },
    ...refusalsFor(['invalid', 'unauthenticated', 'forbidden', 'limit', 'internal', 'unavailable']),
  },
})

const auditExportOperation = (inputs: Schemas): Operation => ({
  operationId: 'auditLog.export',
  tags: [tagOf('auditLog').name],
  summary: 'Export the audit log',
  description:
    'A CSV of exactly what the filter finds, newest first, however many entries, in UTF-8 with a byte order mark.\n\nNeeds a session.',
  security: [{ session: [] }],
  parameters: [...queryParameters(inputs.full(ExportAuditLog)), apiVersion],
  responses: {
    200: {
      description: 'The file, streamed.',
      headers: { ...everyHeader, ...fileHeaders },
      content: { 'text/csv': { schema: { type: 'string' }, example: auditCsv } },
    },
    ...refusalsFor(['invalid', 'unauthenticated', 'forbidden', 'limit', 'internal', 'unavailable']),
  },
})

const auditCsv = [
  'Id,Date (Europe/Rome),Date (UTC),Who,Actor,Action,Object,Before,After,Address,Request ID',
  'aud_01KGA4N5P6Q7R8S9T0V1W2X3Y4,2026-01-31 21:00:00,2026-01-31T20:00:00.000Z,Ada Rossi,user:Yb3kq9ZrT1,customer.erased,cus_01K94B7C8D1A2B3C4D5E6F7G8H,,,203.0.113.7,req_8Zk2mQ4xT7vB1nC5',
  '',
].join('\r\n')

const streamOperation = (inputs: Schemas): Operation => ({
  operationId: 'openai.stream',
  tags: [tagOf('openai').name],
  summary: 'Analyse the figures, as the text comes',
  description:
    'Like `POST /api/openai/analyze`, as server-sent events: `start` with the figures, then `text` piece by piece, then `end`, or `error` when the model breaks off. Ending the request ends the question.\n\nAPI keys need the scope `write`.',
  security: [{ apiKey: [] }, { session: [] }],
  parameters: [apiVersion],
  requestBody: {
    description: 'Unknown keys are refused.',
    required: true,
    content: {
      'application/json': {
        schema: inputs.use(AnalysisRequest),
        example: schemaExamples.AnalysisRequest,
      },
    },
  },
  responses: {
    200: {
      description: 'The events, streamed.',
      headers: everyHeader,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: events } },
    },
    ...refusalsFor([
      'invalid',
      'unauthenticated',
      'forbidden',
      'limit',
      'too_large',
      'unsupported_media_type',
      'internal',
      'unavailable',
    ]),
  },
})

const events = [
  'data: {"type":"start","source":"model","figures":[]}',
  '',
  'data: {"type":"text","text":"Revenue rose"}',
  '',
  'data: {"type":"end"}',
  '',
  '',
].join('\n')

const csv = [
  'Transaction ID,Id,Date (Europe/Rome),Date (UTC),Customer,Email,Amount,Currency,Payment Method,Status,Failure reason,Description,Settled (Europe/Rome)',
  'TXN-7QK2M9X4ZD,txn_01KGA3M2QZ7V8W9X0Y1Z2A3B4C,2026-01-31 20:20:30,2026-01-31T19:20:30.123Z,Ada Rossi,ada@example.com,49.90,EUR,Credit Card,success,,Dinner for two,2026-01-31 20:20:30',
  '',
].join('\r\n')

const documentOperation: Operation = {
  operationId: 'service.openapi',
  tags: [tagOf('service').name],
  summary: 'Get this description',
  description:
    'The OpenAPI document of one version of this API. `/api/reference` shows version 1 as a page, `/api/reference/v2` version 2.',
  security: [],
  parameters: [
    {
      name: 'version',
      in: 'query',
      description: 'The version to describe',
      schema: { type: 'string', enum: ApiVersion.options, default: 'v1' },
    },
  ],
  responses: {
    200: {
      description: 'The document.',
      headers: requestIdHeader,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['openapi', 'info', 'paths'],
            properties: {
              openapi: { type: 'string' },
              info: { type: 'object' },
              paths: { type: 'object' },
            },
          },
          example: {
            openapi: '3.1.0',
            info: { title: 'Incasso API', version: '0.1.0' },
            paths: {},
          },
        },
      },
    },
    ...refusalsFor(['invalid', 'limit', 'internal', 'unavailable']),
  },
}

const legalOperation = (name: string, what: string): Operation => ({
  operationId: `legal.${name}`,
  tags: [tagOf('service').name],
  summary: `Get ${what}`,
  description: `The operator's own text, where it is a file of the server; \`/${name}\` shows it as a page. 404 where there is none: then the page has the sandbox's text, or leads to another address.`,
  security: [],
  responses: {
    200: {
      description: 'The text, in Markdown or plain.',
      headers: requestIdHeader,
      content: { 'text/markdown': { schema: { type: 'string' }, example: '# Terms' } },
    },
    ...refusalsFor(['invalid', 'not_found', 'limit', 'internal', 'unavailable']),
  },
})

const statusAnswer = (description: string, status: string): JsonSchema => ({
  description,
  headers: requestIdHeader,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { status: { type: 'string', const: status } },
        required: ['status'],
        additionalProperties: false,
      },
      example: { status },
    },
  },
})

const healthOperation: Operation = {
  operationId: 'service.health',
  tags: [tagOf('service').name],
  summary: 'See whether the process answers',
  description: 'For whatever restarts the process when it hangs. It asks nothing of the database.',
  security: [],
  responses: { 200: statusAnswer('It does.', 'ok'), ...refusalsFor(['invalid', 'internal']) },
}

const readyOperation: Operation = {
  operationId: 'service.ready',
  tags: [tagOf('service').name],
  summary: 'See whether requests can be served',
  description: 'For whatever sends requests to processes: asks the database, for at most a second.',
  security: [],
  responses: {
    200: statusAnswer('They can.', 'ready'),
    ...refusalsFor(['invalid', 'internal', 'unavailable']),
  },
}
