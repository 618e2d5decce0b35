import { createHash } from 'node:crypto'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { KeyAge } from '#server/core/secrets/secret-box.ts'

/** Named by what it is, so that it keeps its name however many take its place. */
export const versioned = (value: string) => ({
  version: createHash('sha256').update(value).digest().readUInt32BE() >>> 1,
  value,
})

export type SecondStepBox = {
  ageOf: (sealed: string) => KeyAge
  /** The same under the newest key, and itself when it is already. Throws when it does not open. */
  reseal: (sealed: string) => Promise<string>
}

/** What the embedded identity encrypts by itself: the seeds of authenticator apps and recovery codes. */
export function secondStepBox(signingSecrets: readonly string[]): SecondStepBox {
  const [newest, ...former] = signingSecrets.map(versioned)
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
