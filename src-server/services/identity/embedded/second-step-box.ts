import { createHash } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { KeyAge } from '#server/core/secrets/secret-box.ts'

/** Returns a secret with a version derived from it, so that rotations do not change its version. */
export const withVersion = (value: string) => ({
  version: createHash('sha256').update(value).digest().readUInt32BE() >>> 1,
  value,
})

/** Returns the age of encryption keys and re-encrypts the secrets of the second step. */
export type SecondStepBox = {
  ageOf: (sealed: string) => KeyAge
  /** Returns the text encrypted with the newest key, unchanged when it already is. Throws when decryption fails. */
  reseal: (sealed: string) => Promise<string>
}

/** Re-encrypts secrets that the embedded identity encrypts itself: seeds of authenticator apps and recovery codes. */
export function createSecondStepBox(signingSecrets: readonly string[]): SecondStepBox {
  const [newest, ...former] = signingSecrets.map(withVersion)
  if (!newest) throw new Error('a box needs a key')
  const key = {
    keys: new Map([newest, ...former].map(({ version, value }) => [version, value])),
    currentVersion: newest.version,
  }
  const ageOf = (sealed: string): KeyAge => {
    const version = parseEnvelope(sealed)?.version
    if (version === undefined || !key.keys.has(version)) return 'unknown'
    return version === newest.version ? 'newest' : 'former'
  }
  return {
    ageOf,
    reseal: async (sealed) => {
      const data = await symmetricDecrypt({ key, data: sealed })
      return ageOf(sealed) === 'newest' ? sealed : symmetricEncrypt({ key, data })
    },
  }
}
