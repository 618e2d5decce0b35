import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

/** Headers with which browsers mark a page that they load in advance. */
const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const

/**
 * Returns whether a program loads a page before a person sees it: a chat preview, a mail scanner, or a browser that
 * prefetches.
 */
export const isPreview = (headers: IncomingHttpHeaders): boolean =>
  isbot(headers['user-agent']) ||
  PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
