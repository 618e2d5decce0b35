import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

/** By which browsers say that they load a page nobody has asked to see yet. */
const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const

/**
 * Tells whether a page is loaded by a program before a person sees it: the preview of a chat, a mail scanner, or a
 * browser that guesses where its user goes next.
 */
export const isPreview = (headers: IncomingHttpHeaders): boolean =>
  isbot(headers['user-agent']) ||
  PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
