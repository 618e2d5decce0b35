import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/errors.ts'

/** The deepest input is a handful of levels; what recurses over a value must not run out of stack. */
export const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` differ in one bit, as do their counterparts. */
const CASE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d

/** Whether a JSON text nests deeper than anything that is asked for. Looks at brackets outside of text alone. */
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

export function assertShallow(json: unknown): void {
  if (typeof json !== 'string' || !isTooDeep(json)) return
  throw new AppError('invalid', `The body may be nested at most ${MAX_DEPTH} levels deep.`, {
    reason: 'too_deep',
  })
}

/** Looks at the depth before anything is parsed. */
export function registerShallowJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      assertShallow(body)
    } catch (error) {
      return done(error as Error)
    }
    return parse(request, String(body), done)
  })
}
