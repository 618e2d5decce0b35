import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieAttributes, cookiePrefix } from './cookie-names.ts'
import { cookieOf } from './known-device.ts'
import { IDLE_TIMEOUT_MS } from './session-times.ts'

export type OfflineProofOptions = { secret: string; isSecure: boolean; now: () => number }

export type OfflineProof = {
  /** Returns whether the request has a session cookie and an unexpired proof of it. */
  isValidIn: (headers: Headers) => boolean
  /** Returns these `Set-Cookie` lines, and the proof when they set a session. It is valid until `untilMs` at most. */
  withProof: (lines: readonly string[], untilMs?: number) => readonly string[]
  /** Adds the proof to a response that signs a person in. */
  addToResponse: (response: Response) => Response
}

/**
 * Issues and checks a signed cookie that states when the session cookie expires, so that no database is needed. It is
 * valid only together with the session cookie for which it was made.
 */
export function createOfflineProof({ secret, isSecure, now }: OfflineProofOptions): OfflineProof {
  const sessionName = `${cookiePrefix(isSecure)}.session_token`
  const name = `${cookiePrefix(isSecure)}.status`
  const sign = (session: string, endS: number) =>
    createHmac('sha256', secret).update(`status\n${endS}\n${session}`).digest()

  const withProof: OfflineProof['withProof'] = (lines, untilMs = Number.POSITIVE_INFINITY) => {
    const sessionLine = lines.findLast((line) => line.startsWith(`${sessionName}=`))
    const session = sessionLine?.slice(sessionName.length + 1).split(';')[0]
    if (!session) return lines
    const endS = Math.floor(Math.min(now() + IDLE_TIMEOUT_MS, untilMs) / 1000)
    const value = `${endS}.${sign(session, endS).toString('base64url')}`
    const seconds = Math.max(0, endS - Math.floor(now() / 1000))
    return [...lines, `${name}=${value}; Max-Age=${seconds}; ${cookieAttributes(isSecure)}`]
  }

  return {
    isValidIn: (headers) => {
      const session = cookieOf(headers, sessionName)
      const proof = /^(\d{1,11})\.([\w-]{43})$/.exec(cookieOf(headers, name) ?? '')
      if (!session || !proof) return false
      const [, end = '', sentSignature = ''] = proof
      if (Number(end) * 1000 <= now()) return false
      return timingSafeEqual(Buffer.from(sentSignature, 'base64url'), sign(session, Number(end)))
    },
    withProof,
    addToResponse: (response) => {
      const lines = response.headers.getSetCookie()
      const addedLines = withProof(lines).slice(lines.length)
      if (addedLines.length === 0) return response
      const extended = new Response(response.body, response)
      for (const line of addedLines) extended.headers.append('set-cookie', line)
      return extended
    },
  }
}
