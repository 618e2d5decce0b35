import type { ServiceCallDocs, Tag } from '#server/core/calls/docs.ts'
import { ApiVersion } from '#server/shared/api-version.ts'

/** The calls about the service itself: its description, its legal texts and its health. */

export const serviceTag: Tag = {
  name: 'Service',
  description: 'This reference, and the health of the service.',
}

const legal = (name: string, what: string): ServiceCallDocs => ({
  path: `/api/legal/${name}`,
  summary: `Get ${what}`,
  description: `The operator's own text, where it is a file of the server; \`/${name}\` shows it as a page. 404 where there is none: then the page has the sandbox's text, or leads to another address.`,
  response: {
    description: 'The text, in Markdown or plain.',
    type: 'text/markdown',
    schema: { type: 'string' },
    example: '# Terms',
  },
  errors: ['invalid', 'not_found', 'limit', 'internal', 'unavailable'],
})

const status = (description: string, word: string): ServiceCallDocs['response'] => ({
  description,
  type: 'application/json',
  schema: {
    type: 'object',
    properties: { status: { type: 'string', const: word } },
    required: ['status'],
    additionalProperties: false,
  },
  example: { status: word },
})

/** Documentation of the calls, by the names of the operations. */
export const serviceDocs: Record<string, ServiceCallDocs> = {
  'legal.privacy': legal('privacy', 'the privacy policy'),
  'legal.terms': legal('terms', 'the terms'),
  'service.openapi': {
    path: '/api/openapi.json',
    summary: 'Get this description',
    description:
      'The OpenAPI document of one version of this API. `/api/reference` shows version 1 as a page, `/api/reference/v2` version 2.',
    parameters: [
      {
        name: 'version',
        in: 'query',
        description: 'The version to describe',
        schema: { type: 'string', enum: ApiVersion.options, default: 'v1' },
      },
    ],
    response: {
      description: 'The document.',
      type: 'application/json',
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
    errors: ['invalid', 'limit', 'internal', 'unavailable'],
  },
  'service.health': {
    path: '/healthz',
    summary: 'See whether the process answers',
    description:
      'For the process manager that restarts the server when it hangs. It does not ask the database.',
    response: status('The process answers.', 'ok'),
    errors: ['invalid', 'internal'],
  },
  'service.ready': {
    path: '/readyz',
    summary: 'See whether requests can be served',
    description:
      'For the balancer that sends requests to processes. It asks the database, for at most a second.',
    response: status('Requests can be served.', 'ready'),
    errors: ['invalid', 'internal', 'unavailable'],
  },
}
