import { randomInt } from 'node:crypto'
import type { ApiKeyRow } from '#db/tables.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { type Flow, type Ground, newMark, type Outcome } from './ground.ts'
import type { Owner } from './owner.ts'

type KeyState = { made: Outcome['is']; secret?: string; id?: string }
type Rotation = { of: string; outcome: Outcome['is']; secret?: string }

/** Returns a flow of an owner who creates API keys, rotates some and revokes them. Each key has a unique name. */
export function keys(ground: Ground, owner: Owner): Flow {
  const name = 'keys'
  const made = new Map<string, KeyState>()
  const rotations: Rotation[] = []
  const revoked = new Set<string>()

  const once = async (flow: string, method: string, path: string, body?: object) => {
    const outcome = await owner.ask(flow, { method, path, ...(body && { body }) })
    ground.refused(flow, outcome)
    return outcome
  }

  return {
    name,
    step: async () => {
      const label = newMark()
      const outcome = await once(name, 'POST', '/api/api-keys', { name: label })
      if (outcome.is !== 'done') {
        made.set(label, { made: outcome.is })
        return
      }
      const { id, secret } = outcome.json
      made.set(label, { made: 'done', secret, id })
      let last = String(id)
      if (randomInt(2) === 0) {
        const path = `/api/api-keys/${id}/rotate`
        const rotated = await once('rotations', 'POST', path, { overlapDays: randomInt(3) })
        const next = rotated.is === 'done' ? rotated.json : undefined
        rotations.push({ of: last, outcome: rotated.is, secret: next?.secret })
        // Without a response the caller cannot know which of the two keys still works.
        if (next === undefined) return
        last = String(next.id)
      }
      const ended = await once('key revocations', 'DELETE', `/api/api-keys/${last}`)
      if (ended.is === 'done') revoked.add(last)
    },
    check: async (db) => {
      const rows = await db.selectFrom('apiKeys').selectAll().execute()
      const audit = await db.selectFrom('auditLog').select(['action', 'objectId']).execute()
      const hashes = new Set(rows.map(({ hash }) => hash))
      for (const [label, { made: how, secret }] of made) {
        const own = rows.filter((row) => row.name === label && row.replaces === null)
        if (own.length > 1) ground.doubled.push(`keys: ${label} is there ${own.length} times`)
        if (how === 'done' && !hashes.has(hashSecret(String(secret)))) {
          ground.lost.push(`keys: ${label} is not there`)
        }
      }
      for (const rotation of rotations) checkRotation(ground, rotation, rows)
      for (const id of revoked) {
        if (rows.some((row) => row.id === id && row.revokedAt === null)) {
          ground.lost.push(`keys: ${id} was revoked and works`)
        }
      }
      for (const row of rows) {
        const noted = (action: string) =>
          audit.filter((each) => each.action === action && each.objectId === row.id).length
        const isReplaced = rows.some(({ replaces }) => replaces === row.id)
        const counts = [noted('api_key.created'), noted('api_key.rotated')]
        const wanted = [1, isReplaced ? 1 : 0]
        // A rotation without overlap revokes the old key at once.
        const isEnded = noted('api_key.revoked') > 0 || isReplaced
        const isHalf = row.revokedAt === null ? noted('api_key.revoked') > 0 : !isEnded
        if (isHalf || counts.join() !== wanted.join()) {
          ground.halved.push(`keys: ${row.id} is in the audit log ${counts} times, not ${wanted}`)
        }
      }
    },
  }
}

/** Checks that both the old key's end and its replacement are stored, or neither. */
function checkRotation(ground: Ground, { of, outcome, secret }: Rotation, rows: ApiKeyRow[]): void {
  const next = rows.filter(({ replaces }) => replaces === of)
  const old = rows.find(({ id }) => id === of)
  const isOver = old?.expiresAt !== null || old.revokedAt !== null
  const about = `rotations: of ${of}`
  if (next.length > 1) ground.doubled.push(`${about} there are ${next.length}`)
  if (outcome === 'done' && next[0]?.hash !== hashSecret(String(secret))) {
    ground.lost.push(`${about} is not there`)
  }
  if (next.length > 0 && !isOver) ground.halved.push(`${about}: the old key goes on`)
}
