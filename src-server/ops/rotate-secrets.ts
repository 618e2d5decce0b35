import { inTransaction, type World } from '../core/context.ts'
import { sealedSecrets } from './sealed.ts'

export type Rotation = {
  rotated: number
  /** Under the newest key before we came. */
  newest: number
  /** What does not open: left as it is. */
  broken: { place: string; why: string }[]
}

/**
 * Seals every stored secret with the newest key, so that the former ones can be taken out of
 * SECRET_KEY. A few at a time, each only if no server changed it meanwhile: servers go on beside it, and
 * running it again, also after it was killed, does what is left.
 */
export async function rotateSecrets(world: World): Promise<Rotation> {
  const rotation: Rotation = { rotated: 0, newest: 0, broken: [] }
  for await (const some of sealedSecrets(world)) {
    const changes: { to: string; secret: (typeof some)[number] }[] = []
    for (const secret of some) {
      try {
        const to = await secret.reseal()
        if (secret.age === 'newest') rotation.newest++
        else changes.push({ to, secret })
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        rotation.broken.push({ place: secret.place, why })
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
