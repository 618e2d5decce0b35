import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const FORMAT_VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Decodes base64url strictly. Node ignores invalid characters, so many texts would decode to the same bytes. */
function bytesOf(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new Error('a stored secret has an unknown form')
  return bytes
}

/** Encryption of stored secrets, as `v1.<key id>.<iv>.<ciphertext>.<tag>`, each part base64url. */
export type SecretBox = {
  /** Encrypts a secret. `context` names table, column, merchant and row; only the same context decrypts it. */
  seal: (plain: string, context: string) => string
  /**
   * Encrypts a secret so that the same secret and context always give the same text, for a URL that is created again
   * each time. The text reveals which secrets are equal.
   */
  sealAlike: (plain: string, context: string) => string
  /**
   * Decrypts. Throws when the text was changed, belongs to another context, or was encrypted with a key that is no
   * longer configured.
   */
  open: (sealed: string, context: string) => string
  /** Returns whether the newest or a former key encrypted the text, by the key id in the text. */
  ageOf: (sealed: string) => KeyAge
}

/** `unknown`: the key is not configured, or the text was never encrypted. */
export type KeyAge = 'newest' | 'former' | 'unknown'

type BoxKey = { id: string; key: Buffer; ivKey: Buffer }

const deriveKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32))

const boxKeyOf = (master: Buffer): BoxKey => ({
  // Distinguishes keys without revealing anything about them.
  id: createHash('sha256').update('incasso key id ').update(master).digest('hex').slice(0, 12),
  key: deriveKey(master, 'incasso stored secrets'),
  ivKey: deriveKey(master, 'incasso initial values'),
})

function sealWith(
  { id, key }: BoxKey,
  iv: Buffer,
  { plain, context }: { plain: string; context: string },
): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const parts = [iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [FORMAT_VERSION, id, ...parts].join('.')
}

/** Encrypts with the first of the master keys and decrypts with any of them, so that keys can rotate. */
export function secretBox(masters: readonly Buffer[]): SecretBox {
  const keys = masters.map(boxKeyOf)
  const [newest] = keys
  if (!newest) throw new Error('a secret box needs a key')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  return {
    ageOf: (text) => {
      const id = text.split('.')[1] ?? ''
      if (!byId.has(id)) return 'unknown'
      return id === newest.id ? 'newest' : 'former'
    },
    seal: (plain, context) => sealWith(newest, randomBytes(IV_BYTES), { plain, context }),
    sealAlike: (plain, context) => {
      // Different texts have different hashes, and so different initial values: no value serves two texts.
      const hash = createHmac('sha256', newest.ivKey).update(JSON.stringify([context, plain]))
      return sealWith(newest, hash.digest().subarray(0, IV_BYTES), { plain, context })
    },
    open: (text, context) => {
      const [version, id = '', iv = '', sealed = '', tag = '', ...extraParts] = text.split('.')
      const key = byId.get(id)
      if (version !== FORMAT_VERSION || extraParts.length > 0) {
        throw new Error('a stored secret has an unknown form')
      }
      if (!key) {
        throw new Error(
          'a stored secret was encrypted with a SECRET_KEY that is not configured any more',
        )
      }
      const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(iv), {
        // A shorter tag would be easier to forge, and Node accepts a shorter tag unless this is set.
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context, 'utf8'))
      decipher.setAuthTag(bytesOf(tag))
      return decipher.update(bytesOf(sealed), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
