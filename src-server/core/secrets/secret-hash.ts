import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 in hexadecimal, which is stored instead of a secret such as a link's token. A secret of 256
 * random bits needs no slow hash, since it cannot be guessed.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
