import { z } from 'zod'
import { modes } from '#server/shared/mode.ts'
import { Instant, line, optionalLine, withoutNull } from '#server/shared/text/text.ts'

export const SignInMethods = z.strictObject({
  hasPassword: z.boolean(),
  hasSecondStep: z.boolean(),
  hasGoogle: z.boolean(),
})
export type SignInMethods = z.infer<typeof SignInMethods>

export const OwnSession = z.strictObject({
  id: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const EndSession = z.strictObject({ sessionId: withoutNull(z.string().min(1).max(200)) })

export const PersonName = z.strictObject({
  firstName: line(100),
  lastName: optionalLine(99).transform((name) => name ?? ''),
})

export const Confirmation = z.strictObject({ password: z.string().min(1).max(128) })

/**
 * Source of a legal text that people accept: Incasso's default text, a file of the operator, or a page at another site.
 */
const LegalText = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('default') }),
  z.strictObject({ kind: z.literal('file') }),
  z.strictObject({ kind: z.literal('address'), href: z.string() }),
])

/** The part of the configuration that the dashboard may receive; nothing else leaves the server. */
export const ClientConfig = z.strictObject({
  environment: z.enum(['development', 'staging', 'production']),
  identity: z.enum(['embedded', 'clerk']),
  /** True when Google sign-in is offered in addition to e-mail and password. */
  hasGoogle: z.boolean(),
  /** True when the server can mail a link to a person who forgot their password. */
  hasMail: z.boolean(),
  /** True when an e-mail address must be confirmed by mail before its owner can sign in. */
  verifiesEmail: z.boolean(),
  clerkPublishableKey: z.string().nullable(),
  version: z.string(),
  legal: z.strictObject({ terms: LegalText, privacy: LegalText }),
  /** Mode that the dashboard shows, test or live; absent in development. */
  book: z.enum(modes).optional(),
})
export type ClientConfig = z.infer<typeof ClientConfig>
