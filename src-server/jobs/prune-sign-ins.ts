import type { World } from '../core/context.ts'
import { pruneInBatches } from '../core/work/prune-in-slices.ts'
import { pruneInvitations } from '../features/team/team.queries.ts'
import {
  pruneAuthSessions,
  pruneAuthVerifications,
} from '../services/identity/embedded/embedded.queries.ts'
import { MAX_SESSION_MS } from '../services/identity/embedded/session-times.ts'
import { toIso } from '../shared/day.ts'

/** Deletes expired sessions, links, codes and invitations; returns how many rows. */
export async function pruneSignIns({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const at = toIso(now())
  const beganAt = toIso(now() - MAX_SESSION_MS)
  return (
    (await pruneInBatches((limit) => pruneAuthSessions(db, { idleAt: at, beganAt, limit }))) +
    (await pruneInBatches((limit) => pruneAuthVerifications(db, { at, limit }))) +
    (await pruneInBatches((limit) => pruneInvitations(db, { at, limit })))
  )
}
