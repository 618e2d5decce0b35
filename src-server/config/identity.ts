import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { publishableKeyParts } from './clerk-keys.ts'
import { clerkVariables, googleVariables, mailVariables } from './identity-variables.ts'

/** Variables that choose the identity provider and the mail server. */
const Variables = z.object({ ...mailVariables, ...googleVariables, ...clerkVariables })
type Variables = z.infer<typeof Variables>

export type ClerkConfig = Readonly<{
  publishableKey: string
  secretKey: string
  /** PEM of the instance's public key; with it tokens are verified without a network. */
  jwtKey: string | undefined
  /** Clerk's backend API. */
  apiUrl: string
  /** Origins whose tokens are accepted. */
  authorizedParties: readonly string[]
  /** Host of the instance's own API, from which the dashboard loads Clerk's scripts. */
  frontendApi: string
  /** Issuer of the instance's tokens. */
  issuer: string
}>

export type GoogleConfig = Readonly<{ clientId: string; clientSecret: string; issuer: string }>
export type SmtpConfig = Readonly<{ url: string; from: string }>

export type IdentityConfig = Readonly<{
  /** Set when Clerk signs people in; otherwise the embedded provider does. */
  clerk: ClerkConfig | undefined
  google: GoogleConfig | undefined
  smtp: SmtpConfig | undefined
}>

/** Returns the identity settings, and in `complaints` an error message for each combination that cannot work. */
export function identityConfigOf(
  variables: Variables,
  allowedOrigins: readonly string[],
): { config: IdentityConfig; complaints: string[] } {
  const complaints: string[] = []
  return {
    config: {
      clerk: clerkOf(variables, allowedOrigins, complaints),
      google: googleOf(variables, complaints),
      smtp: smtpOf(variables, complaints),
    },
    complaints,
  }
}

function clerkOf(
  variables: Variables,
  allowedOrigins: readonly string[],
  complaints: string[],
): ClerkConfig | undefined {
  const { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_SECRET_KEY: secretKey } = variables
  if (publishableKey === undefined && secretKey === undefined) return undefined
  if (publishableKey === undefined || secretKey === undefined) {
    const [set, missing] = publishableKey
      ? ['CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY']
      : ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY']
    complaints.push(
      `${missing} must be set too: ${set} alone does not work. Both stand under "API keys" in Clerk's dashboard; remove both to use the built-in sign-in.`,
    )
    return undefined
  }
  const parts = publishableKeyParts(publishableKey)
  if (!parts) {
    complaints.push(
      'CLERK_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_ and be copied whole from "API keys" in Clerk\'s dashboard',
    )
  }
  const kind = /^sk_(test|live)_[A-Za-z0-9]{20,}$/.exec(secretKey)?.[1]
  if (!kind) {
    complaints.push(
      'CLERK_SECRET_KEY must begin with sk_test_ or sk_live_ and be copied whole from "API keys" in Clerk\'s dashboard',
    )
  }
  if (parts && kind && parts.kind !== kind) {
    complaints.push(
      `CLERK_PUBLISHABLE_KEY is a ${parts.kind} key and CLERK_SECRET_KEY a ${kind} key: take both from the same instance`,
    )
  }
  const jwtKey = pemOf(variables.CLERK_JWT_KEY, complaints)
  if (!parts) return undefined
  return {
    publishableKey,
    secretKey,
    jwtKey,
    apiUrl: new URL(variables.CLERK_API_URL).href.replace(/\/$/, ''),
    authorizedParties: variables.CLERK_AUTHORIZED_PARTIES ?? allowedOrigins,
    frontendApi: parts.frontendApi,
    issuer: `https://${parts.frontendApi}`,
  }
}

/** Reads a PEM from one line, as environment files have it, with `\n` for its line breaks. */
function pemOf(text: string | undefined, complaints: string[]): string | undefined {
  if (text === undefined) return undefined
  const pem = text.replaceAll('\\n', '\n').trim()
  const key = pem.startsWith('-----BEGIN PUBLIC KEY-----\n') ? publicKeyOf(pem) : undefined
  // Clerk signs with RSA keys of 2048 bits, and its library reads no other keys.
  if (key?.asymmetricKeyDetails?.modulusLength === 2048) {
    return key.export({ type: 'spki', format: 'pem' }).toString()
  }
  complaints.push(
    'CLERK_JWT_KEY must be the PEM public key of Clerk\'s dashboard ("JWT public key"), copied whole, with \\n for its line breaks',
  )
  return undefined
}

function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

function googleOf(variables: Variables, complaints: string[]): GoogleConfig | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = variables
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) {
    complaints.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
    return undefined
  }
  return { clientId, clientSecret, issuer: variables.GOOGLE_ISSUER.replace(/\/$/, '') }
}

function smtpOf(variables: Variables, complaints: string[]): SmtpConfig | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = variables
  if (url === undefined) return undefined
  if (from === undefined) {
    complaints.push(
      'MAIL_FROM must be set with SMTP_URL: mail needs a sender, such as Incasso <pay@example.com>',
    )
    return undefined
  }
  return { url, from }
}
