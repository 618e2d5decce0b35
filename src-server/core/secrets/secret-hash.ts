import { createHash } from 'node:crypto'

/**
 * Returns the digest of a look-up secret. A secret of 256 random bits needs no slow hash: its digest reveals nothing.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
