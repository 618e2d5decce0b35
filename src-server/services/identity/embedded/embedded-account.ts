import type { Account } from '#server/core/ports/identity.ts'
import { toIso } from '#server/shared/day.ts'
import { nameOf } from '../current-user.ts'
import { accountKey, type Throttle } from '../throttle/sign-in-throttle.ts'
import { KNOWN_BY_SESSION } from './calls/guarded-calls.ts'
import {
  deleteAuthSession,
  deleteOtherAuthSessions,
  findAuthUser,
  listAuthAccounts,
  listAuthSessions,
  renameAuthUser,
  setConfirmedAt,
} from './embedded.queries.ts'
import type { EmbeddedOptions } from './embedded-auth.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { MAX_SESSION_MS } from './session-times.ts'

const isoOf = (instant: string | Date): string => new Date(instant).toISOString()

/** Returns the functions by which people see and change their own sign-in. */
export function createEmbeddedAccount(options: EmbeddedOptions, throttle: Throttle): Account {
  const { db, now } = options
  return {
    ...createOwnSessions(options),
    confirm: async ({ userId, sessionId, password, address }, auditFailure) => {
      const [accounts, user] = await Promise.all([
        listAuthAccounts(db, { userId }),
        findAuthUser(db, userId),
      ])
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
      if (!hash || !user) return 'no_password'
      const attempt = { address, account: accountKey(user.email), knownAs: KNOWN_BY_SESSION }
      const verifyGuess = async () => {
        const value = await verifyPassword({ hash, password })
        return { outcome: value ? ('succeeded' as const) : ('failed' as const), value }
      }
      const isCorrect = await throttle.attempt(attempt, verifyGuess, auditFailure)
      if (!isCorrect) return 'password_wrong'
      await setConfirmedAt(db, { userId, sessionId, at: toIso(now()) })
      return 'confirmed'
    },
    rename: async ({ userId, ...person }) => {
      await renameAuthUser(db, { id: userId, name: nameOf(person), at: toIso(now()) })
    },
    methods: async (userId) => {
      const [accounts, user] = await Promise.all([
        listAuthAccounts(db, { userId }),
        findAuthUser(db, userId),
      ])
      return {
        hasPassword: accounts.some(({ providerId, password }) => {
          return providerId === 'credential' && password !== null
        }),
        hasSecondStep: Boolean(user?.twoFactorEnabled),
        hasGoogle: accounts.some(({ providerId }) => providerId === 'google'),
      }
    },
  }
}

type OwnSessions = Pick<Account, 'listSessions' | 'endSession' | 'endOtherSessions'>

const createOwnSessions = ({ db, now, onSessionsEnded }: EmbeddedOptions): OwnSessions => ({
  listSessions: async (userId) => {
    const rows = await listAuthSessions(db, { userId })
    return rows
      .filter(({ createdAt, expiresAt }) => {
        const isIdle = new Date(expiresAt).getTime() <= now()
        return !isIdle && now() - new Date(createdAt).getTime() <= MAX_SESSION_MS
      })
      .map((row) => ({
        id: row.id,
        createdAt: isoOf(row.createdAt),
        lastSeenAt: isoOf(row.updatedAt),
        address: row.ipAddress,
        userAgent: row.userAgent,
      }))
  },
  endSession: async (person) => {
    const isEnded = await deleteAuthSession(db, person)
    if (isEnded) onSessionsEnded?.(person.userId)
    return isEnded
  },
  endOtherSessions: async (person) => {
    const endedCount = await deleteOtherAuthSessions(db, person)
    if (endedCount > 0) onSessionsEnded?.(person.userId)
    return endedCount
  },
})
