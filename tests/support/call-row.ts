import type { Who } from './admission.ts'
import type { Belongings, Kind } from './belongings.ts'

type Fields = Record<string, unknown>

/** All that tests know of one call. What is left out is what most calls have. */
export type Row = {
  /** Who may make it. It is said here, and not read from the router, which is held against it. */
  who: Who
  /** Which fields of its input hold an id, and of what. In brackets: a list of ids, which only narrows. */
  takes?: Record<string, Kind | readonly [Kind]>
  /** Of what there must be one, beside that, for it to have something to do. */
  needs?: readonly Kind[]
  /** What else it is sent, so that it does something; a function where that must differ each time. */
  input?: Fields | (() => Fields)
  /** Laid over the input, each of them has it refused as invalid. A field that is unknown always does. */
  bad?: readonly Fields[]
  /** What people and keys of a merchant are answered, where that is not what its route says of success. */
  follows?: number
  /** The same for a person before the onboarding, where that differs. */
  newcomer?: number | 'success'
  /** The status of the same once more. */
  again?: number
  /** Tables in which it adds, changes or deletes rows. */
  changes?: readonly string[]
  /** Inputs in which an id narrows or goes on: nothing may be found by another merchant's. */
  narrows?: (id: string) => Fields[]
  /** Of what that id is, when it takes no other. */
  about?: Kind
  /** A route that is no procedure's. */
  route?: `${'GET' | 'POST'} /${string}`
  /** The procedure whose input that route reads. */
  inputOf?: string
  /** Its answer has no end. */
  isEndless?: true
  /** It ends what its caller needs for other calls. */
  isLast?: true
}

/** A call of the sign-in that changes something. */
export type SignInRow = {
  input: (owner: { email: string; token: string }) => Fields
  /** What it takes beside that, of text. */
  texts?: readonly string[]
}

/** An input with which the call does something, on what its merchant has. */
export function inputOf({ takes = {}, input = {} }: Row, owned: Belongings): Fields {
  const ids = Object.entries(takes).map(([field, kind]): [string, unknown] => [
    field,
    typeof kind === 'string' ? owned[kind] : kind.map((each) => owned[each]),
  ])
  return { ...Object.fromEntries(ids), ...(typeof input === 'function' ? input() : input) }
}

/** Of what there must be one for it to be carried out, first of all what it takes the id of. */
export const kindsOf = ({ takes = {}, needs = [] }: Row): Kind[] => [
  ...Object.values(takes).flat(),
  ...needs,
]

/** What has every call refused. */
const unknownField = { colour: 'red' }

export const badInputsOf = (row: Row, owned: Belongings): Fields[] =>
  [...(row.bad ?? []), unknownField].map((bad) => ({ ...inputOf(row, owned), ...bad }))

/** The fields whose id names what is asked for, so that another merchant's is refused. */
export const namingFieldsOf = ({ takes = {} }: Row): string[] =>
  Object.keys(takes).filter((field) => typeof takes[field] === 'string')

/** The same input with an id of another merchant in each place where one may stand. */
export function foreignInputsOf(row: Row, owned: Belongings, id: string) {
  const names = namingFieldsOf(row)
  const lists = Object.keys(row.takes ?? {}).filter((field) => !names.includes(field))
  const input = inputOf(row, owned)
  return {
    /** Must be refused. */
    named: names.map((field) => ({ ...input, [field]: id })),
    /** May be carried out, and finds nothing. */
    narrowed: [...lists.map((list) => ({ ...input, [list]: [id] })), ...(row.narrows?.(id) ?? [])],
  }
}

/** What it is about, if about one kind of thing. */
export const kindAbout = (row: Row): Kind | undefined => row.about ?? kindsOf(row)[0]
