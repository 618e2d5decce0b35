import { createHash } from 'node:crypto'

/** A look-up secret of 256 random bits needs no slow hash: it cannot be guessed from its digest. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
