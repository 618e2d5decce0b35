import type { Permission, Resource } from './account.ts'
import {
  assertKnownParameters,
  bodyIn,
  type FormBody,
  invalid,
  textOf,
  wholeNumber,
} from './form-body.ts'
import type { StandInContext } from './payment-intents.ts'
import { missing } from './stripe-refusal.ts'

export type Call = { id: string; body: FormBody; isPublishable: boolean }

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  resource: Resource
  needs: Permission
  /** Pages may call it with a publishable key. */
  isPublic?: true
  run: (context: StandInContext, call: Call) => object
}

const toPattern = (path: string) => new RegExp(`^${path.replace(':id', '([^/]+)')}$`)

/** `path` contains the ID of the object as `:id`. */
export const readRoute = (path: string, resource: Resource, run: Route['run']): Route => ({
  method: 'GET',
  path: toPattern(path),
  resource,
  needs: 'read',
  run,
})

export const writeRoute = (path: string, resource: Resource, run: Route['run']): Route => ({
  method: 'POST',
  path: toPattern(path),
  resource,
  needs: 'write',
  run,
})

/** Returns a route for the one object that `find` returns; it takes no parameters. */
export const readOneRoute = (
  path: string,
  resource: Resource,
  find: (context: StandInContext, id: string) => object,
): Route =>
  readRoute(path, resource, (context, { id, body }) => {
    assertKnownParameters(body, [])
    return find(context, id)
  })

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

type ListableObject = { id: string; created?: number }
type ListOf<T> = {
  url: string
  /** Filter parameters, and the value that each compares with. */
  by?: Readonly<Record<string, (each: T) => unknown>>
}

/** Returns one page of a list, newest first, between two IDs. */
export function listPage<T extends ListableObject>(
  all: Iterable<T>,
  body: FormBody,
  { url, by = {} }: ListOf<T>,
): object {
  const paging = ['limit', 'starting_after', 'ending_before', 'created']
  assertKnownParameters(body, [...paging, ...Object.keys(by)])
  const isWithin = rangeIn(body)
  const matching = [...all]
    .filter(({ created = 0 }) => isWithin(created))
    .filter((each) =>
      Object.entries(by).every(([name, valueOf]) => {
        const text = textOf(body, name)
        return text === undefined || valueOf(each) === text
      }),
    )
    .toReversed()
    // Objects of the same second keep the order of creation, newest first.
    .toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))
  const data = pageOf(matching, body)
  return { object: 'list', ...data, url }
}

function pageOf<T extends ListableObject>(all: readonly T[], body: FormBody) {
  const limit = wholeNumber(body, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1 || limit > MAX_LIMIT) {
    throw invalid(
      'limit',
      `This value must be between 1 and ${MAX_LIMIT} (it currently is '${limit}').`,
    )
  }
  const [after, before] = [textOf(body, 'starting_after'), textOf(body, 'ending_before')]
  const positionOf = (cursor: string) => {
    const at = all.findIndex(({ id }) => id === cursor)
    if (at < 0) throw missing('object', cursor)
    return at
  }
  const from = after === undefined ? 0 : positionOf(after) + 1
  const to = before === undefined ? all.length : positionOf(before)
  const candidates = all.slice(from, to)
  const data = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit)
  return { data, has_more: candidates.length > data.length }
}

const RANGE = {
  gt: (time: number, limit: number) => time > limit,
  gte: (time: number, limit: number) => time >= limit,
  lt: (time: number, limit: number) => time < limit,
  lte: (time: number, limit: number) => time <= limit,
}

/** `created` is a second, or a range such as `created[gte]`. */
function rangeIn(body: FormBody): (created: number) => boolean {
  if (typeof body['created'] === 'string') {
    const second = wholeNumber(body, 'created')
    return (created) => created === second
  }
  const range = bodyIn(body, 'created')
  assertKnownParameters(range, Object.keys(RANGE), 'created')
  const limits = Object.entries(RANGE).map(([name, compare]) => {
    const limit = wholeNumber(range, name)
    return (created: number) => limit === undefined || compare(created, limit)
  })
  return (created) => limits.every((isWithinLimit) => isWithinLimit(created))
}
