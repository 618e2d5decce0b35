import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'

const made: KeyPairKeyObjectResult[] = []

/**
 * Key pairs of this process, each different from the others. Making one takes as long as several
 * tests, and what stands in for a provider needs only keys that differ from one another.
 */
export const rsaKey = (index: number): KeyPairKeyObjectResult =>
  (made[index] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
