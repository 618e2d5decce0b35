import { readFileSync } from 'node:fs'
import { calls } from '../calls.ts'
import { type Caller, refusalOf } from './admission.ts'
import { type Belongings, type Kind, noBelongings } from './belongings.ts'
import { inputOf, kindsOf, type Row } from './call-row.ts'

/** A call of the REST API, with the expectations of the tests about it. */
export type RestCall = {
  /** Method and path, such as `GET /api/transactions/{id}`. */
  route: string
  method: string
  template: string
  name: string
  /** Status of success. */
  status: number
  row: Row
}

/** A request of the REST API without credentials. */
export type RestRequest = { method: string; path: string; body?: object }

/** Returns the row of a call. Throws with the call's name when it has none. */
export function rowOf(name: string): Row {
  const row = calls[name]
  if (!row) throw new Error(`${name} has no row in tests/calls.ts`)
  return row
}

const routeList = readFileSync(new URL('../server/routes.txt', import.meta.url), 'utf8')

/** The routes of the committed list, each with the row of its procedure. */
export const restCalls: readonly RestCall[] = routeList
  .trim()
  .split('\n')
  .map((line) => {
    const [, method = '', template = '', name = '', status] =
      /^(\w+) (\S+) -> (\S+) \((\d+)\)$/.exec(line) ?? []
    return {
      route: `${method} ${template}`,
      method,
      template,
      name,
      status: Number(status),
      row: rowOf(name),
    }
  })

/**
 * Kinds of objects whose ID is in a route. `event` is added although no route takes its ID, because an event shows a
 * payment's customer, whom strangers may not see.
 */
export const restKinds: readonly Kind[] = [
  ...new Set<Kind>([...restCalls.flatMap(({ row }) => kindsOf(row)), 'event']),
]

/** Returns the path with its parameters filled in, and the other fields of the input. */
export function fillPath(template: string, input: Record<string, unknown>) {
  const isInPath = (key: string) => template.includes(`{${key}}`)
  return {
    path: template.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(input[key]))),
    rest: Object.fromEntries(Object.entries(input).filter(([key]) => !isInPath(key))),
  }
}

/**
 * Builds the request: path parameters first; the other fields in the query for GET, DELETE and uploads, otherwise in
 * the body.
 */
export function buildRequest(
  { method, template }: Pick<RestCall, 'method' | 'template'>,
  input: Record<string, unknown>,
): RestRequest {
  const { path, rest: otherFields } = fillPath(template, input)
  const isUpload = template.includes('/files/')
  if (method !== 'GET' && method !== 'DELETE' && !isUpload) {
    return { method, path, body: otherFields }
  }
  // An upload states its type in a header of the request, and not in the query.
  if (isUpload) delete otherFields.type
  const query = new URLSearchParams(Object.entries(otherFields).map(([k, v]) => [k, String(v)]))
  return { method, path: query.size > 0 ? `${path}?${query}` : path }
}

/** Returns the call as a harmless client sends it. */
export const requestOf = (call: RestCall, owned: Belongings = noBelongings): RestRequest =>
  buildRequest(call, inputOf(call.row, owned))

/** Returns the status that this caller must get. */
export function statusFor({ row, status }: RestCall, caller: Caller): number {
  const refusal = refusalOf(row.who, caller)
  if (refusal) return refusal.status
  const { expectedStatus: ownStatus = status, newcomer: newcomerStatus = ownStatus } = row
  if (caller === 'key') return row.keyStatus ?? ownStatus
  if (caller !== 'newcomer') return ownStatus
  return newcomerStatus === 'success' ? status : newcomerStatus
}
