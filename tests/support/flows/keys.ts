import { randomInt } from 'node:crypto'
import type { ApiKeyRow } from '#db/tables.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { type Flow, type FlowClient, type Outcome, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'

type KeyState = { creation: Outcome['is']; secret?: string; id?: string }
type Rotation = { of: string; outcome: Outcome['is']; secret?: string }

/** Returns a flow of an owner who creates API keys, rotates some and revokes them. Each key has a unique name. */
export function createKeyFlow(flowClient: FlowClient, owner: Owner): Flow {
  const name = 'keys'
  const createdKeys = new Map<string, KeyState>()
  const rotations: Rotation[] = []
  const revoked = new Set<string>()

  const sendOnce = async (flow: string, method: string, path: string, body?: object) => {
    const outcome = await owner.sendOnce(flow, { method, path, ...(body && { body }) })
    flowClient.reportIfRefused(flow, outcome)
    return outcome
  }

  return {
    name,
    step: async () => {
      const label = uniqueName()
      const outcome = await sendOnce(name, 'POST', '/api/api-keys', { name: label })
      if (outcome.is !== 'done') {
        createdKeys.set(label, { creation: outcome.is })
        return
      }
      const { id, secret } = outcome.json
      createdKeys.set(label, { creation: 'done', secret, id })
      let currentId = String(id)
      if (randomInt(2) === 0) {
        const path = `/api/api-keys/${id}/rotate`
        const rotated = await sendOnce('rotations', 'POST', path, { overlapDays: randomInt(3) })
        const next = rotated.is === 'done' ? rotated.json : undefined
        rotations.push({ of: currentId, outcome: rotated.is, secret: next?.secret })
        // Without a response the caller cannot know which of the two keys still works.
        if (next === undefined) return
        currentId = String(next.id)
      }
      const revocation = await sendOnce('key revocations', 'DELETE', `/api/api-keys/${currentId}`)
      if (revocation.is === 'done') revoked.add(currentId)
    },
    check: async (db) => {
      const rows = await db.selectFrom('apiKeys').selectAll().execute()
      const audit = await db.selectFrom('auditLog').select(['action', 'objectId']).execute()
      const hashes = new Set(rows.map(({ hash }) => hash))
      for (const [label, { creation, secret }] of createdKeys) {
        const own = rows.filter((row) => row.name === label && row.replaces === null)
        if (own.length > 1) flowClient.doubled.push(`keys: ${label} is there ${own.length} times`)
        if (creation === 'done' && !hashes.has(hashSecret(String(secret)))) {
          flowClient.lost.push(`keys: ${label} is not there`)
        }
      }
      for (const rotation of rotations) checkRotation(flowClient, rotation, rows)
      for (const id of revoked) {
        if (rows.some((row) => row.id === id && row.revokedAt === null)) {
          flowClient.lost.push(`keys: ${id} was revoked and works`)
        }
      }
      for (const row of rows) {
        const auditCount = (action: string) =>
          audit.filter((each) => each.action === action && each.objectId === row.id).length
        const isReplaced = rows.some(({ replaces }) => replaces === row.id)
        const counts = [auditCount('api_key.created'), auditCount('api_key.rotated')]
        const expectedCounts = [1, isReplaced ? 1 : 0]
        // A rotation without overlap revokes the old key at once.
        const isEnded = auditCount('api_key.revoked') > 0 || isReplaced
        const isHalf = row.revokedAt === null ? auditCount('api_key.revoked') > 0 : !isEnded
        if (isHalf || counts.join() !== expectedCounts.join()) {
          flowClient.halved.push(
            `keys: ${row.id} is in the audit log ${counts} times, not ${expectedCounts}`,
          )
        }
      }
    },
  }
}

/** Checks that both the old key's end and its replacement are stored, or neither. */
function checkRotation(
  flowClient: FlowClient,
  { of: oldId, outcome, secret }: Rotation,
  rows: ApiKeyRow[],
): void {
  const next = rows.filter(({ replaces }) => replaces === oldId)
  const old = rows.find(({ id }) => id === oldId)
  const hasEnded = old?.expiresAt !== null || old.revokedAt !== null
  const about = `rotations: of ${oldId}`
  if (next.length > 1) flowClient.doubled.push(`${about} there are ${next.length}`)
  if (outcome === 'done' && next[0]?.hash !== hashSecret(String(secret))) {
    flowClient.lost.push(`${about} is not there`)
  }
  if (next.length > 0 && !hasEnded) flowClient.halved.push(`${about}: the old key goes on`)
}
