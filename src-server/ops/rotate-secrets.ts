import { inTransaction, type World } from '../core/context.ts'
import { readSealedSecrets } from './sealed.ts'

/**
 * Numbers of secrets that a run encrypted again with the newest key (`rotated`), found up to date (`newest`) or could
 * not decrypt (`broken`).
 */
export type Rotation = {
  rotated: number
  /** Number of secrets that were encrypted with the newest key already. */
  newest: number
  /** Secrets that no key in SECRET_KEY decrypts; they are left unchanged. */
  broken: { location: string; why: string }[]
}

/**
 * Encrypts every stored secret with the newest key, so that the former keys can be removed from SECRET_KEY. It works in
 * batches and replaces a secret only if no server changed it meanwhile, so servers can keep running. After an
 * interruption, another run completes the work.
 */
export async function rotateSecrets(world: World): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, newest: 0, broken: [] }
  for await (const batch of readSealedSecrets(world)) {
    const changes: { to: string; secret: (typeof batch)[number] }[] = []
    for (const secret of batch) {
      try {
        const to = await secret.reseal()
        if (secret.age === 'newest') rotation.newest++
        else changes.push({ to, secret })
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        rotation.broken.push({ location: secret.location, why })
      }
    }
    if (changes.length === 0) continue
    rotation.rotated += await inTransaction(world, async ({ db }) => {
      let replaced = 0
      for (const { to, secret } of changes) if (await secret.replace(db, to)) replaced++
      return replaced
    })
  }
  return rotation
}
