import { generateKeyPairSync, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BoundedMap } from '#server/shared/bounded-map.ts'

/** PayPal repeats a notification for three days, each time with the time of the first attempt. */
const MAX_AGE_MS = 4 * 86_400_000
/** Allows for clocks that differ. */
const MAX_AHEAD_MS = 300_000
const FETCH_TIMEOUT_MS = 5_000
/** Certificates kept in memory. PayPal uses one at a time for months. */
const MAX_CERTIFICATES = 8
/** Longest file with a certificate and its chain of issuers, in characters. */
const MAX_FILE_LENGTH = 65_536
const PAYPAL_HOST = /^api(?:-m)?(?:\.sandbox)?\.paypal\.com$/
const PAYPAL_PATH = /^(?:\/\w+)?\/v1\/notifications\/certs\/[\w-]+$/

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Headers that PayPal's signature covers or consists of. */
export type Transmission = {
  id: string
  time: string
  signature: string
  certUrl: string
  algorithm: string
}

/** Returns undefined when a header is missing or implausible, or when the notification is too old. */
export function transmissionOf(headers: Headers, nowMs: number): Transmission | undefined {
  const text = (name: string) => {
    const value = headers[`paypal-${name}`]
    return typeof value === 'string' && value.length <= 1000 ? value : ''
  }
  const transmission = {
    id: text('transmission-id'),
    time: text('transmission-time'),
    signature: text('transmission-sig'),
    certUrl: text('cert-url'),
    algorithm: text('auth-algo'),
  }
  const ageMs = nowMs - Date.parse(transmission.time)
  // A comparison with NaN is false, so an unreadable time is refused too.
  const isRecent = ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS
  const isComplete = Object.values(transmission).every((value) => value !== '')
  return isRecent && isComplete ? transmission : undefined
}

/**
 * Public keys of PayPal's certificates. `of` returns null while the certificate cannot be fetched, and undefined when
 * it is not a valid certificate of PayPal.
 */
export type CertificateKeys = {
  of: (certUrl: string, nowMs: number) => Promise<KeyObject | null | undefined>
}

type Certificate = { leaf: X509Certificate; key: KeyObject }

/**
 * Returns the public keys of certificates at PayPal. A certificate counts only from PayPal's own host, within its
 * period of validity, and when each certificate of its file was issued by the next one. `origin`: the only origin to
 * fetch from; null for the hosts of PayPal's API.
 */
export function createCertificateKeys(origin: string | null): CertificateKeys {
  const certificates = new BoundedMap<string, Promise<Certificate | null | undefined>>(
    MAX_CERTIFICATES,
  )
  const isAllowed = (certUrl: string) => {
    if (!URL.canParse(certUrl)) return false
    const url = new URL(certUrl)
    const isHost =
      origin === null
        ? url.protocol === 'https:' && url.port === '' && PAYPAL_HOST.test(url.hostname)
        : url.origin === origin
    // Without a query, a fragment, a user or a password: other spellings would fill the memory with copies.
    return isHost && PAYPAL_PATH.test(url.pathname) && certUrl === url.origin + url.pathname
  }
  const load = (certUrl: string): Promise<Certificate | null | undefined> => {
    const cached = certificates.get(certUrl)
    if (cached) return cached
    const loading = fetchCertificate(certUrl).catch(() => null)
    certificates.set(certUrl, loading)
    // A failed attempt is not kept: the next notification tries again.
    void forgetFailed(certUrl, loading)
    return loading
  }
  async function forgetFailed(certUrl: string, loading: Promise<unknown>): Promise<void> {
    const certificate = await loading
    if (!certificate && certificates.get(certUrl) === loading) certificates.delete(certUrl)
  }
  return {
    of: async (certUrl, nowMs) => {
      if (!isAllowed(certUrl)) return undefined
      const certificate = await load(certUrl)
      if (!certificate) return certificate
      const { leaf, key } = certificate
      const isValid = Date.parse(leaf.validFrom) <= nowMs && nowMs <= Date.parse(leaf.validTo)
      return isValid ? key : undefined
    },
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns null when PayPal does not respond, and undefined when there is no certificate at the URL. */
async function fetchCertificate(certUrl: string): Promise<Certificate | null | undefined> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  const response = await fetch(certUrl, { redirect: 'error', signal })
  if (response.status >= 500) return null
  const text = response.ok ? await response.text() : ''
  return text.length > MAX_FILE_LENGTH ? undefined : readCertificate(text)
}

/** Returns the first certificate of a file; undefined when one is unreadable or not issued by the next. */
function readCertificate(text: string): Certificate | undefined {
  const chain = readChain(text)
  const [leaf] = chain
  const isChain = chain.every((each, index) => {
    const issuer = chain[index + 1]
    return !issuer || (each.checkIssued(issuer) && each.verify(issuer.publicKey))
  })
  return leaf && isChain ? { leaf, key: leaf.publicKey } : undefined
}

function readChain(text: string): X509Certificate[] {
  try {
    return (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem))
  } catch {
    return []
  }
}

/** Used when the account has no webhook, so that the response time does not reveal it. */
const { publicKey: PLACEHOLDER_KEY } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PLACEHOLDER_WEBHOOK = 'NONE'

/** Returns whether the holder of the private key signed this body for one of the webhooks. */
export function isSigned(
  { id, time, signature }: Transmission,
  { body, webhookIds, key }: { body: Buffer; webhookIds: readonly string[]; key?: KeyObject },
): boolean {
  const ids = webhookIds.length > 0 ? webhookIds : [PLACEHOLDER_WEBHOOK]
  const checksum = crc32(body)
  const bytes = Buffer.from(signature, 'base64')
  const results = ids.map((webhookId) =>
    verify(
      'sha256',
      Buffer.from(`${id}|${time}|${webhookId}|${checksum}`),
      key ?? PLACEHOLDER_KEY,
      bytes,
    ),
  )
  return key !== undefined && webhookIds.length > 0 && results.some(Boolean)
}
