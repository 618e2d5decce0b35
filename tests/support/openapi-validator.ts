import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type OpenApiDocument, openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { ApiVersion } from '#server/shared/api-version.ts'

/** Validates responses against the API's own description. */

/** A response to validate, with the method and path of its request. */
export type ApiResponse = {
  method: string
  path: string
  status: number
  headers: Record<string, unknown>
  body: string
}

type Ref = { $ref?: string }
type Header = { required?: boolean; schema: object }
type Response = {
  headers?: Record<string, Header & Ref>
  content?: Record<string, { schema: object }>
}
type Parameter = { name: string; in: string; required?: boolean; schema: object }
type RequestBody = { required?: boolean; content: Record<string, { schema: object }> }
type Operation = {
  operationId: string
  parameters?: (Parameter & Ref)[]
  requestBody?: RequestBody
  responses: Record<string, Response & Ref>
}

const idOf = (version: ApiVersion) => `https://incasso.example/openapi.${version}.json`

const documentOf = (apiVersion: ApiVersion): OpenApiDocument =>
  openApiDocument(appRouter, { version: '0.0.0', serverUrl: 'http://127.0.0.1:3000', apiVersion })

const documents = { v1: documentOf('v1'), v2: documentOf('v2') }

// Header texts are converted to numbers where the description requires it. Bodies must have the described types.
const bodies = new Ajv2020({ strict: false, allErrors: true })
const texts = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true })
for (const ajv of [bodies, texts]) {
  addFormats.default(ajv)
  for (const version of ApiVersion.options) ajv.addSchema(documents[version], idOf(version))
}

const validators = new Map<string, ValidateFunction>()

/** Position in the document of an API version. */
type SchemaPosition = { version: ApiVersion; pointer: string }

/** Returns the validator for the schema at this position. */
function validatorAt(ajv: Ajv2020, { version, pointer }: SchemaPosition): ValidateFunction {
  const key = `${ajv === bodies ? 'body' : 'text'} ${version} ${pointer}`
  const cached = validators.get(key)
  if (cached) return cached
  const check = ajv.compile({ $ref: `${idOf(version)}#${pointer}` })
  validators.set(key, check)
  return check
}

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const pointerOf = (...parts: string[]) => parts.map((part) => `/${escapePart(part)}`).join('')

type SchemaAt<T> = SchemaPosition & { value: T }

/** Returns the value at this position, after following its reference. */
function resolveRef<T extends object>(place: SchemaAt<T & Ref>): SchemaAt<T> {
  const { value, version } = place
  if (value.$ref === undefined) return place
  const parts = value.$ref.split('/').slice(1)
  let found: unknown = documents[version]
  for (const part of parts) found = (found as Record<string, unknown>)[part]
  return { value: found as T, version, pointer: pointerOf(...parts) }
}

// Both versions have the same paths.
const patterns = Object.keys(documents.v1.paths)
  // A fixed path wins over a parameter, as it does in the server.
  .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

function findOperation(
  version: ApiVersion,
  method: string,
  path: string,
): SchemaAt<Operation> | undefined {
  const found = patterns.find(({ pattern }) => pattern.test(path))
  const item =
    found && (documents[version].paths[found.path] as Record<string, Operation> | undefined)
  const operation = item?.[method]
  if (!found || !operation) return undefined
  return { value: operation, version, pointer: pointerOf('paths', found.path, method) }
}

const mediaTypeOf = (headers: ApiResponse['headers']) =>
  String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()

/** Throws with the reasons when the API description does not allow the response. */
export function validateResponse(response: ApiResponse): void {
  const isHead = response.method.toUpperCase() === 'HEAD'
  const path = response.path.split('?')[0] ?? ''
  const problems = problemsOf({ ...response, path }, isHead)
  if (problems.length === 0) return
  const { method, status, body } = response
  throw new Error(
    `${method} ${path} responded with ${status}, which the description of the API does not allow:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n${body.slice(0, 1000)}`,
  )
}

function problemsOf(result: ApiResponse, isHead: boolean): string[] {
  const { status, path } = result
  // A response names its version. Errors before the version is known have a body that both versions share.
  const version = result.headers['api-version'] === 'v2' ? 'v2' : 'v1'
  const operation = findOperation(version, isHead ? 'get' : result.method.toLowerCase(), path)
  if (!operation) return unknownRouteProblems(result)
  const { operationId, responses } = operation.value
  const response = responses[status]
  if (!response) {
    return [`${operationId} has no ${status}, only ${Object.keys(responses).join(', ')}`]
  }
  const place = resolveRef<Response>({
    value: response,
    version,
    pointer: `${operation.pointer}${pointerOf('responses', String(status))}`,
  })
  return [...headerProblems(result, place), ...(isHead ? [] : bodyProblems(result, place))]
}

/** Reports the problems of a URL that the document does not describe: the server may only refuse it. */
function unknownRouteProblems(response: ApiResponse): string[] {
  if (response.status < 400) return ['no such operation is described']
  return bodyProblems(response, {
    value: { content: { 'application/problem+json': { schema: {} } } },
    version: 'v1',
    pointer: pointerOf('components', 'responses', 'NotFound'),
  })
}

function headerProblems({ headers }: ApiResponse, { value, version, pointer }: SchemaAt<Response>) {
  return Object.entries(value.headers ?? {}).flatMap(([name, header]) => {
    const place = resolveRef<Header>({
      value: header,
      version,
      pointer: `${pointer}${pointerOf('headers', name)}`,
    })
    const actual = headers[name.toLowerCase()]
    if (actual === undefined) return place.value.required ? [`the header ${name} is missing`] : []
    const check = validatorAt(texts, { version: place.version, pointer: `${place.pointer}/schema` })
    return check(String(actual)) ? [] : describeErrors(`the header ${name}`, check)
  })
}

function bodyProblems(
  { headers, body }: ApiResponse,
  { value, version, pointer }: SchemaAt<Response>,
) {
  const types = Object.keys(value.content ?? {})
  const actual = mediaTypeOf(headers)
  if (types.length === 0) return body === '' ? [] : ['there should be no body']
  if (actual === undefined || !types.includes(actual)) {
    return [`its type is ${actual || 'not told'}, not ${types.join(' or ')}`]
  }
  if (!actual.endsWith('json')) return []
  const parsed = parseJson(body)
  if (parsed === undefined) return ['the body is not JSON']
  const at = `${pointer}${pointerOf('content', actual)}/schema`
  const check = validatorAt(bodies, { version, pointer: at })
  return check(parsed.value) ? [] : describeErrors('the body', check)
}

/** `body` is undefined when the request has none. */
export type Request = { method: string; path: string; body: string | undefined }

/** Throws with the reasons when the API accepted a request that its description does not allow. */
export function validateRequest({ method, path, body }: Request): void {
  const [place = '', query = ''] = path.split('?')
  const operation = findOperation('v1', method.toLowerCase(), place)
  if (!operation) return
  const problems = [...queryProblems(query, operation), ...requestBodyProblems(body, operation)]
  if (problems.length === 0) return
  throw new Error(
    `${method} ${path} was accepted, which the description of the API does not allow:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n${body ?? ''}`,
  )
}

function queryProblems(query: string, { value, version, pointer }: SchemaAt<Operation>): string[] {
  const described = (value.parameters ?? []).map((parameter, at) =>
    resolveRef<Parameter>({
      value: parameter,
      version,
      pointer: `${pointer}${pointerOf('parameters', String(at))}`,
    }),
  )
  return [...new URLSearchParams(query)].flatMap(([name, text]) => {
    const found = described.find((each) => each.value.in === 'query' && each.value.name === name)
    if (!found) return [`the parameter ${name} is not described`]
    const check = validatorAt(texts, { version, pointer: `${found.pointer}/schema` })
    return check(text) ? [] : describeErrors(`the parameter ${name}`, check)
  })
}

function requestBodyProblems(
  body: string | undefined,
  { value: { requestBody }, version, pointer }: SchemaAt<Operation>,
): string[] {
  // A file has no schema to check.
  if (requestBody && !requestBody.content['application/json']) return []
  if (body === undefined || body === '') {
    return requestBody?.required ? ['there is no body'] : []
  }
  if (!requestBody) return ['a body is not described']
  const at = `${pointer}${pointerOf('requestBody', 'content', 'application/json')}/schema`
  const check = validatorAt(bodies, { version, pointer: at })
  return check(JSON.parse(body)) ? [] : describeErrors('the body', check)
}

/** Throws with the reasons when a webhook differs from its description in this API version. */
export function validateWebhook(
  version: ApiVersion,
  { headers, body }: { headers: Record<string, unknown>; body: string },
): void {
  const parsed = JSON.parse(body)
  const type = String(parsed[version === 'v1' ? 'eventType' : 'type'])
  const pointer = pointerOf('webhooks', type, 'post')
  const { parameters } = documents[version].components
  const problems = Object.entries(parameters as Record<string, { name: string; in: string }>)
    .filter(([, { name }]) => name.startsWith('webhook-'))
    .flatMap(([key, { name }]) => {
      const check = validatorAt(texts, {
        version,
        pointer: pointerOf('components', 'parameters', key, 'schema'),
      })
      return check(String(headers[name])) ? [] : describeErrors(`the header ${name}`, check)
    })
  const check = validatorAt(bodies, {
    version,
    pointer: `${pointer}${pointerOf('requestBody', 'content', 'application/json', 'schema')}`,
  })
  if (!check(parsed)) problems.push(...describeErrors('the body', check))
  if (problems.length === 0) return
  throw new Error(
    `the webhook ${type} is not as version ${version} describes it:\n- ${problems.join('\n- ')}\n${body}`,
  )
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const describeErrors = (what: string, { errors }: ValidateFunction): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  )
