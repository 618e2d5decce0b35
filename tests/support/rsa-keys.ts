import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'

const keyPairs: KeyPairKeyObjectResult[] = []

/**
 * Returns a key pair of this process, different for each index. Cached, because making a pair takes as long as several
 * tests. Stand-ins for providers need only different keys.
 */
export const rsaKey = (index: number): KeyPairKeyObjectResult =>
  (keyPairs[index] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
