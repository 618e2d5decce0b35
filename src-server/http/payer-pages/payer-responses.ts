import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailureUnlessRefused } from '#server/core/calls/failure-log.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import { plainDocument } from './pay-document.ts'
import { payPolicy } from './pay-layout.ts'
import { type PayerLanguage, payerLanguage } from './sandbox-document.ts'

/** Sets the headers of every payer document: not cached, not indexed, and without a referrer. */
export const withPayerHeaders = (reply: FastifyReply, language: string, policy = payPolicy({})) =>
  reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .header('content-language', language)
    .type('text/html; charset=utf-8')

/** Returns the language from the URL, else the merchant's choice, else the browser's preference. */
export function languageFor(
  { query, headers }: FastifyRequest,
  chosen?: PayerLanguage | null,
): PayerLanguage {
  const { lang } = query as { lang?: unknown }
  if (lang === 'it' || lang === 'en') return lang
  return chosen ?? payerLanguage(headers['accept-language'])
}

type ErrorTexts = { troubleTitle: string; troubleText: string; busyText: string }

/** Shows a payer an unexpected error or a rate limit; the log contains the details. */
export function sendErrorPage(
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  words: Record<PayerLanguage, ErrorTexts>,
) {
  const problem = problemOf(error, request.id)
  request.refusedFor = problem.reason ?? problem.code
  logFailureUnlessRefused({ error, code: problem.code }, request.log)
  const language = languageFor(request)
  const of = words[language]
  const text = problem.status === 429 ? of.busyText : of.troubleText
  if (problem.status === 429 || problem.status === 503) reply.header('retry-after', '2')
  return withPayerHeaders(reply, language)
    .code(problem.status)
    .send(plainDocument(language, { title: of.troubleTitle, text }))
}
