import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/core/calls/errors.ts'

/** Parameters of argon2id: memory in KiB, number of passes, and number of lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. Argon2id is this library's default. */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_RUNNING = 4
const MAX_WAITING = 64

/**
 * Number of running hashes. Hashing is expensive on purpose, so many sign-ins must not take all threads and memory.
 * Hashes above `MAX_RUNNING` wait; above `MAX_WAITING`, they are refused.
 */
let runningHashes = 0
const waiting: (() => void)[] = []

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (runningHashes >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) {
      throw new AppError('unavailable', 'Too many people are signing in. Please try again.', {
        retryAfterS: 2,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    runningHashes++
  }
  try {
    return await work()
  } finally {
    // Pass the slot directly to the hash that has waited longest.
    const next = waiting.shift()
    if (next) next()
    else runningHashes--
  }
}

type Hash = (password: string) => Promise<string>

/** Hash computed before the transaction in which the library would compute it. */
export const precomputedHash = new AsyncLocalStorage<{ password: string; hashed: string }>()

/**
 * Hashes a password, then runs `work`, in which the library uses that hash. No transaction in `work` thus stays open
 * while hashing.
 */
export async function withPrecomputedHash<T>(
  { password, hash }: { password: string; hash: Hash },
  work: () => Promise<T>,
): Promise<T> {
  return precomputedHash.run({ password, hashed: await hash(password) }, work)
}

/** Normalizes a password to NFC: a Mac sends "e" and an accent where other systems send "é". */
const normalizePassword = (password: string): string => password.normalize('NFC')

/** Returns whether a password matches a hash, also one that an older release made without normalizing. */
export async function verifyPassword({
  hash: stored,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const forms = new Set([normalizePassword(password), password])
  for (const each of forms) if (await runLimited(() => verify(stored, each))) return true
  return false
}

/** Returns the library's password functions. A stored hash contains the cost at which it was made. */
export const createPasswordHashing = (cost = PASSWORD_COST) => ({
  hash: async (password: string): Promise<string> => {
    const precomputed = precomputedHash.getStore()
    if (precomputed?.password === password) return precomputed.hashed
    return runLimited(() => hash(normalizePassword(password), cost))
  },
  verify: verifyPassword,
})
