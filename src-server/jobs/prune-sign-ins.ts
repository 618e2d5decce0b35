import type { World } from '../context.ts'
import { pruneAuthSessions, pruneAuthVerifications } from '../features/identity/embedded.queries.ts'
import { ABSOLUTE_MS } from '../features/identity/session-times.ts'
import { pruneInvitations } from '../features/team/team.queries.ts'
import { pruneInBatches } from '../prune-in-pieces.ts'
import { toIso } from '../shared/day.ts'

/** Removes sessions, links, codes and invitations that ended; answers how many rows went. */
export async function pruneSignIns({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const at = toIso(now())
  const beganAt = toIso(now() - ABSOLUTE_MS)
  return (
    (await pruneInBatches((limit) => pruneAuthSessions(db, { idleAt: at, beganAt, limit }))) +
    (await pruneInBatches((limit) => pruneAuthVerifications(db, { at, limit }))) +
    (await pruneInBatches((limit) => pruneInvitations(db, { at, limit })))
  )
}
