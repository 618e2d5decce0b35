import type { RuleName } from './admission.ts'
import type { Belongings, Kind } from './belongings.ts'

type Fields = Record<string, unknown>

/** Everything that the tests know about one call. Omitted fields mean the most common case. */
export type Row = {
  /**
   * Permitted callers. Repeated here instead of read from the router, because tests compare these callers with the
   * router.
   */
  who: RuleName
  /** Input fields that contain an ID, with its kind. A kind in brackets is a list of IDs, which only filters. */
  takes?: Record<string, Kind | readonly [Kind]>
  /** Kinds that must exist in addition to `takes`, so that the call has an effect. */
  needs?: readonly Kind[]
  /** Other input that the call needs to have an effect; a function when it must differ each time. */
  input?: Fields | (() => Fields)
  /** Overrides, each of which makes the input invalid. An unknown field always does. */
  bad?: readonly Fields[]
  /** Status for a merchant's people and keys, when it differs from the route's success status. */
  expectedStatus?: number
  /** Status for a person before onboarding, when it differs from `expectedStatus`. */
  newcomer?: number | 'success'
  /** Status of the same call when it is repeated. */
  repeatStatus?: number
  /** Status for a key, when the owner's things are not the key's own. */
  keyStatus?: number
  /** Tables in which the call adds, changes or deletes rows. */
  changes?: readonly string[]
  /** Inputs in which an ID filters or continues a list. Another merchant's ID must find nothing. */
  narrows?: (id: string) => Fields[]
  /** Kind of that ID, when the call takes no other. */
  about?: Kind
  /** A route without a procedure. */
  route?: `${'GET' | 'POST'} /${string}`
  /** The procedure whose input that route reads. */
  inputOf?: string
  /** The response is an endless stream. */
  isEndless?: true
  /** A change that accountants may make. They may make every query of members. */
  isForAccountants?: true
  /** The call removes something that its caller needs for other calls. */
  isLast?: true
}

/** A call of the sign-in that changes something. */
export type SignInRow = {
  input: (owner: { email: string; token: string }) => Fields
  /** Further text fields that the call accepts. */
  texts?: readonly string[]
}

/** Returns an input with which the call has an effect on its merchant's data. */
export function inputOf({ takes = {}, input = {} }: Row, owned: Belongings): Fields {
  const ids = Object.entries(takes).map(([field, kind]): [string, unknown] => [
    field,
    typeof kind === 'string' ? owned[kind] : kind.map((each) => owned[each]),
  ])
  return { ...Object.fromEntries(ids), ...(typeof input === 'function' ? input() : input) }
}

/** Returns the kinds that must exist for the call, first the kinds of the IDs that it takes. */
export const kindsOf = ({ takes = {}, needs = [] }: Row): Kind[] => [
  ...Object.values(takes).flat(),
  ...needs,
]

/** A field that makes every input invalid. */
const unknownField = { colour: 'red' }

export const badInputsOf = (row: Row, owned: Belongings): Fields[] =>
  [...(row.bad ?? []), unknownField].map((bad) => ({ ...inputOf(row, owned), ...bad }))

/** Returns the fields whose ID names the requested object, so that another merchant's ID is refused. */
export const namingFieldsOf = ({ takes = {} }: Row): string[] =>
  Object.keys(takes).filter((field) => typeof takes[field] === 'string')

/** Returns the same input with another merchant's ID in each field that takes one. */
export function foreignInputsOf(row: Row, owned: Belongings, id: string) {
  const names = namingFieldsOf(row)
  const lists = Object.keys(row.takes ?? {}).filter((field) => !names.includes(field))
  const input = inputOf(row, owned)
  return {
    /** Inputs that must be refused. */
    named: names.map((field) => ({ ...input, [field]: id })),
    /** Inputs that may succeed but must find nothing. */
    narrowed: [...lists.map((list) => ({ ...input, [list]: [id] })), ...(row.narrows?.(id) ?? [])],
  }
}

/** Returns the kind of thing that the call is about; undefined when there is none. */
export const kindAbout = (row: Row): Kind | undefined => row.about ?? kindsOf(row)[0]
