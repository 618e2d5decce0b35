import type { JsonSchema, ServiceCallDocs, StreamDocs } from '#server/core/calls/docs.ts'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import { docsOf, exampleOf, featureDocs } from './features.ts'
import { type Operation, queryParameters } from './operations.ts'
import { apiVersion, commonHeaders, fileHeaders, requestIdHeader } from './parts.ts'
import { refusalsFor } from './refusals.ts'
import type { Schemas } from './schemas.ts'
import { serviceDocs, serviceTag } from './service.docs.ts'

type NamedStream = StreamDocs & { name: string }

const streams: NamedStream[] = Object.entries(featureDocs)
  .flatMap(([feature, docs]) =>
    Object.entries(docs.streams ?? {}).map(([call, stream]) => ({
      ...stream,
      name: `${feature}.${call}`,
    })),
  )
  .toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** Input schemas of the routes that respond with a stream: a file or server-sent events. */
export const streamInputs = streams.map(({ input }) => input)

type PlainPath = { get: Operation } | { post: Operation }

/** Returns the OpenAPI paths of the routes without a procedure: streams, and calls about the service itself. */
export const plainRoutePaths = (inputs: Schemas): Record<string, PlainPath> =>
  Object.fromEntries([
    ...streams.map((stream) => [stream.path, pathOfStream(stream, inputs)]),
    ...Object.entries(serviceDocs).map(([name, docs]) => [
      docs.path,
      { get: serviceOperation(name, docs) },
    ]),
  ])

function pathOfStream(stream: NamedStream, inputs: Schemas): PlainPath {
  if (stream.kind === 'file') return { get: fileOperation(stream, inputs) }
  if (stream.kind === 'listener') return { get: listenerOperation(stream, inputs) }
  return { post: eventsOperation(stream, inputs) }
}

/** Errors that any stream may return before its first byte. */
const streamErrors: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'conflict',
  'limit',
  'internal',
  'unavailable',
]

const fileOperation = (stream: NamedStream, inputs: Schemas): Operation => ({
  ...operationHead(stream, 'read'),
  parameters: [
    ...queryParameters(inputs.full(stream.input), docsOf(stream.name).parameters),
    apiVersion,
  ],
  responses: {
    200: {
      description: 'The file, streamed.',
      headers: { ...commonHeaders, ...fileHeaders },
      content: { 'text/csv': { schema: { type: 'string' }, example: stream.example } },
    },
    ...refusalsFor(stream.namesThing ? [...streamErrors, 'not_found'] : streamErrors),
  },
})

const eventsOperation = (stream: NamedStream, inputs: Schemas): Operation => ({
  ...operationHead(stream, 'write'),
  parameters: [apiVersion],
  requestBody: {
    description: 'Unknown keys are refused.',
    required: true,
    content: {
      'application/json': {
        schema: inputs.use(stream.input),
        example: exampleOf(inputs.nameOf(stream.input) ?? ''),
      },
    },
  },
  responses: {
    200: {
      description: 'The events, streamed.',
      headers: commonHeaders,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } },
    },
    ...refusalsFor([...streamErrors, 'too_large', 'unsupported_media_type']),
  },
})

const listenerOperation = (stream: NamedStream, inputs: Schemas): Operation => ({
  ...operationHead(stream, 'read` or `webhooks'),
  security: [{ apiKey: [] }],
  parameters: [
    ...queryParameters(inputs.full(stream.input), docsOf(stream.name).parameters),
    lastEventId,
    apiVersion,
  ],
  responses: {
    200: {
      description: 'The events, streamed.',
      headers: commonHeaders,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: stream.example } },
    },
    ...refusalsFor(streamErrors),
  },
})

const lastEventId: JsonSchema = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last message received: the stream continues with the next one.',
  schema: { type: 'string' },
}

function operationHead({ name, summary, description, isForPeople }: NamedStream, scope: string) {
  const accessNote = isForPeople ? 'Needs a session.' : `API keys need the scope \`${scope}\`.`
  return {
    operationId: name,
    tags: [docsOf(name).tag.name],
    summary,
    description: `${description}\n\n${accessNote}`,
    security: isForPeople ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
  }
}

function serviceOperation(name: string, docs: ServiceCallDocs): Operation {
  const { summary, description, parameters, response, errors } = docs
  const { type, schema, example } = response
  const content: JsonSchema = { [type]: { schema, example } }
  return {
    operationId: name,
    tags: [serviceTag.name],
    summary,
    description,
    security: [],
    ...(parameters && { parameters }),
    responses: {
      200: { description: response.description, headers: requestIdHeader, content },
      ...refusalsFor(errors),
    },
  }
}
