import { StripeRefusal } from './stripe-refusal.ts'

/** A parameter as received: Stripe's bodies are forms, in which every value is text. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormBody = { [name: string]: FormValue }

/** Names that would reach the prototype of the parsed object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads `a[b][0]=c` as `{ a: { b: ['c'] } }`. */
export function readForm(text: string): FormBody {
  const body: FormBody = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.some((part) => FORBIDDEN.has(part))) throw unknownParameter(name)
    setValue(body, path, value)
  }
  return body
}

function setValue(target: FormBody, [first = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const isList = /^\d*$/.test(rest[0] ?? '')
  const inner = target[first] ?? (isList ? [] : {})
  if (typeof inner === 'string') throw unknownParameter(first)
  target[first] = inner
  const [next = '', ...further] = rest
  const at = Array.isArray(inner) && next === '' ? String(inner.length) : next
  setValue(inner as FormBody, [at, ...further], value)
}

const unknownParameter = (param: string) =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_unknown',
    message: `Received unknown parameter: ${param}`,
    param,
  })

/**
 * Throws for a parameter that is not in `allowed`, as Stripe does: a misspelt parameter is never ignored. `within`
 * names the parameter that contains `body`; undefined for the whole request.
 */
export function assertKnownParameters(
  body: FormBody,
  allowed: readonly string[],
  within?: string,
): void {
  const unknownName = Object.keys(body).find(
    (name) => !allowed.includes(name) && (within !== undefined || name !== 'expand'),
  )
  if (unknownName === undefined) return
  throw unknownParameter(within === undefined ? unknownName : `${within}[${unknownName}]`)
}

/** Returns the text of a parameter; undefined if it was not sent or is empty. */
export function textOf(body: FormBody, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  throw invalid(name, `Invalid string for ${name}`)
}

export function requiredText(body: FormBody, name: string): string {
  const value = textOf(body, name)
  if (value !== undefined) return value
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: `Missing required param: ${name}.`,
    param: name,
  })
}

/** Returns a whole number, such as an amount in the smallest unit of its currency. */
export function wholeNumber(body: FormBody, name: string): number | undefined {
  const text = textOf(body, name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,12}$/.test(text)) throw invalid(name, `Invalid integer: ${text}`)
  return Number(text)
}

/** Returns the content of a parameter, such as `card[number]`; empty if it was not sent. */
export function bodyIn(body: FormBody, name: string): FormBody {
  const value = body[name]
  if (value === undefined || value === '') return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(name, 'Invalid object')
  return value
}

export function listIn(body: FormBody, name: string): FormValue[] {
  const value = body[name]
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw invalid(name, 'Invalid array')
  return value
}

export const textsIn = (body: FormBody, name: string): string[] =>
  listIn(body, name).map((each) => {
    if (typeof each === 'string') return each
    throw invalid(name, `Invalid string for ${name}`)
  })

export function mapOf(body: FormBody, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bodyIn(body, name)).map(([key, each]) => {
      if (typeof each === 'string') return [key, each]
      throw invalid(`${name}[${key}]`, 'Invalid string')
    }),
  )
}

/** Returns the word in a parameter; the first of the words is the default. */
export function choiceIn<Word extends string>(
  body: FormBody,
  name: string,
  [first, ...others]: readonly [Word, ...Word[]],
): Word {
  const text = textOf(body, name) ?? first
  const found = [first, ...others].find((word) => word === text)
  if (found !== undefined) return found
  throw invalid(name, `Invalid ${name}: must be one of ${[first, ...others].join(', ')}`)
}

export const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, message, param })
