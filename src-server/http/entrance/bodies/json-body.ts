import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'

/**
 * Maximum number of nested levels in a JSON body. Valid inputs have only a few; the limit keeps recursive functions
 * from overflowing the stack.
 */
export const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ in one bit, as do `]` and `}`. */
const CASE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d

/** Returns true when a JSON text has more than `MAX_DEPTH` nested levels. Counts brackets outside of strings only. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) isText = !isText
    else if (isText) at += character === BACKSLASH ? 1 : 0
    else if ((character | CASE_BIT) === OPEN) depth++
    else if ((character | CASE_BIT) === CLOSE) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Throws when a JSON text has more than `MAX_DEPTH` nested levels; ignores values that are not text. */
export function assertShallow(json: unknown): void {
  if (typeof json !== 'string' || !isTooDeep(json)) return
  throw new AppError('invalid', `The body may be nested at most ${MAX_DEPTH} levels deep.`, {
    reason: 'too_deep',
  })
}

/**
 * Returns the text of a body. Throws when it is not UTF-8: lenient decoding would store other names than the caller
 * sent.
 */
export function textOfBody(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8')
  throw new AppError('invalid', 'The body is not valid UTF-8.', { reason: 'not_utf8' })
}

/** Matches a key with its colon, a brace, or another string, which is skipped as a whole. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/gs

/**
 * Returns a key that one object of a JSON text contains twice, or undefined. Readers differ in which of the two values
 * they use, so the amount that a proxy checked might not be the amount charged.
 */
export function findDuplicateKey(json: string): string | undefined {
  const openObjects: Set<string>[] = []
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') openObjects.push(new Set())
    else if (token === '}') openObjects.pop()
    else if (colon !== undefined) {
      const key: string = JSON.parse(token.slice(0, -colon.length))
      const keys = openObjects.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True when the call moves money, so that a body with a repeated key is refused. */
    movesMoney?: boolean
  }
}

function assertUniqueKeys(json: string): void {
  const key = findDuplicateKey(json)
  if (key === undefined) return
  const message = 'is there twice'
  throw new AppError('invalid', `${key}: ${message}`, { issues: [{ path: key, message }] })
}

/** Reads JSON bodies: UTF-8 only and not too deep, both checked before parsing. An empty body counts as no body. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      const text = textOfBody(body as Buffer)
      assertShallow(text)
      // The parser reports text that is not JSON.
      return parse(request, text, (error, value) => {
        try {
          if (!error && request.routeOptions.config.movesMoney) assertUniqueKeys(text)
          done(error, value)
        } catch (duplicateError) {
          done(duplicateError as Error)
        }
      })
    } catch (error) {
      return done(error as Error)
    }
  })
}
