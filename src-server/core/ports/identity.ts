import type { Db } from '#db/tables.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { Ctx } from '../context.ts'

/** A request in the web's standard types, so that an identity provider needs no framework. */
export type IncomingRequest = {
  headers: Headers
  /** True when no person caused the request: the dashboard sent it by itself, or it opens an event stream. */
  isUnattended?: boolean
}

/** A sign-in session. `confirmedAt` is the person's last proof of identity, in epoch milliseconds. */
export type Session = { id: string; confirmedAt: number }

/** A signed-in person, with the session that the request proved. */
export type Authentication = {
  user: CurrentUser
  session: Session
  /** Cookies that the response sets, such as the same cookie with a later expiry. */
  cookies?: readonly string[]
}

/** The provider that signs people in. No other code depends on which one it is. */
export type Identity = {
  /** Part of a person's identity: the same e-mail address at two providers is two people. */
  name: 'embedded' | 'clerk'
  /** True when people may send a session token, as `Authorization: Bearer`, instead of a cookie. */
  acceptsBearer?: true
  /**
   * Returns the person who is signed in; undefined without a valid session. An unattended request does not prolong the
   * session.
   */
  authenticate: (request: IncomingRequest) => Promise<Authentication | undefined>
  /**
   * Returns when a session ends without further activity, in epoch milliseconds; undefined once it has ended. Throws
   * when the provider cannot find out now.
   */
  sessionEnd: (session: { id: string; userId: string }) => Promise<number | undefined>
  /** Returns the people among these ids that the provider still has, in any order. */
  findUsers: (ids: readonly string[]) => Promise<CurrentUser[]>
  /** Serves the provider's own routes under /api/auth, if it has any, and records sign-ins. */
  handle?: (request: Request, ctx: HandleCtx) => Promise<Response>
  /** Resolves when all work that no response waits for has ended, such as queueing a mail. */
  idle?: () => Promise<void>
  /** Deletes an account with its sessions, where accounts are stored here. */
  removeUser?: (id: string) => Promise<void>
  /** Sessions and passwords, when they are stored here and the provider has no pages of its own. */
  account?: Account
  /** Returns the state of the provider's own service, if it has one. */
  status?: () => ProviderStatus
  /** Calls the service now, and returns its state. */
  check?: () => Promise<ProviderStatus>
  /**
   * Returns the person by the request's cookies only, for the call that must respond even while the database does not
   * respond. The person then has no name, and a session that was ended elsewhere still counts.
   */
  authenticateOffline?: (request: IncomingRequest) => Authentication | undefined
}

/** Context of a call to the provider, for the audit log. */
export type HandleCtx = Pick<Ctx, 'db' | 'newId' | 'now' | 'address' | 'requestId'>

/** State of a provider's service. `since` is when it began, as ISO-8601; all are null before the first call. */
export type ProviderStatus = Readonly<{
  isReachable: boolean | null
  /** Cause of the last failed call, for operators. */
  lastError: string | null
  since: string | null
}>

/** A person's own sign-in, as their profile page shows and changes it. */
export type Account = {
  listSessions: (userId: string) => Promise<SessionInfo[]>
  /** Ends a session and returns true; returns false when the person has no such session. */
  endSession: (person: { userId: string; sessionId: string }) => Promise<boolean>
  /** Ends all of the person's sessions except this one; returns how many. */
  endOtherSessions: (person: { userId: string; sessionId: string }) => Promise<number>
  /** Checks the password; if it is right, the session counts as confirmed now. */
  confirm: (
    person: {
      userId: string
      sessionId: string
      password: string
      /** IP address of the attempt. */
      address: string | null
    },
    auditFailure: AuditFailure,
  ) => Promise<'confirmed' | 'password_wrong' | 'no_password'>
  rename: (person: { userId: string; firstName: string; lastName: string }) => Promise<void>
  methods: (userId: string) => Promise<SignInMethods>
}

/** Ways in which a person can sign in: with a password, with a second factor, with Google. */
export type SignInMethods = { hasPassword: boolean; hasSecondStep: boolean; hasGoogle: boolean }

export type SessionInfo = {
  id: string
  createdAt: string
  lastSeenAt: string
  address: string | null
  userAgent: string | null
}

/** Records a failed attempt to confirm a password; `hasLocked` is true when the attempt locked the account. */
export type AuditFailure = (db: Db, failure: { hasLocked: boolean }) => Promise<void>

/** Header that the server sets from the connection; a client's own value is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-incasso-client-address'
