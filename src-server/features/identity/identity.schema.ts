import { z } from 'zod'
import { books } from '#server/shared/book.ts'
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

/** Where people read what they accept: here in the sandbox's words or the operator's, or elsewhere. */
const LegalText = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('default') }),
  z.strictObject({ kind: z.literal('file') }),
  z.strictObject({ kind: z.literal('address'), href: z.string() }),
])

/** What the page may know of the configuration; nothing else leaves the server. */
export const ClientConfig = z.strictObject({
  environment: z.enum(['development', 'staging', 'production']),
  identity: z.enum(['embedded', 'clerk']),
  /** Whether Google is offered beside e-mail and password. */
  hasGoogle: z.boolean(),
  /** Whether the server can send a link to a person who forgot their password. */
  hasMail: z.boolean(),
  /** Whether an address must be confirmed by mail before its owner can sign in. */
  verifiesEmail: z.boolean(),
  clerkPublishableKey: z.string().nullable(),
  version: z.string(),
  legal: z.strictObject({ terms: LegalText, privacy: LegalText }),
  /** Which book the document shows; while developing it is sent without. */
  book: z.enum(books).optional(),
})
export type ClientConfig = z.infer<typeof ClientConfig>
