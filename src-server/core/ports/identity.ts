import type { Db } from '#db/tables.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { Ctx } from '../context.ts'

/** What a provider sees of a request: the web's own shapes, so that it needs no framework. */
export type IncomingRequest = {
  headers: Headers
  /** Whether no person made the request: the page did by itself, or it is a stream. */
  isUnattended?: boolean
}

/** One signing-in. `confirmedAt` is when its person last proved who they are, in epoch milliseconds. */
export type Session = { id: string; confirmedAt: number }

export type SignedIn = {
  user: CurrentUser
  session: Session
  /** What the answer should set, such as the same cookie with a later end. */
  cookies?: readonly string[]
}

/** Who signs people in. The rest of the code never asks which provider it is. */
export type Identity = {
  /** Part of a person's identity: the same e-mail at two providers is two people. */
  name: 'embedded' | 'clerk'
  /** Whether people may call with a session token, as `Authorization: Bearer`, instead of a cookie. */
  acceptsBearer?: true
  /**
   * Who sent the request; undefined without a session. An unattended request does not prolong the
   * session.
   */
  authenticate: (request: IncomingRequest) => Promise<SignedIn | undefined>
  /**
   * When a session ends if its person does nothing more, in epoch milliseconds; undefined once it has
   * ended. Throws when that cannot be found out now.
   */
  sessionEnd: (session: { id: string; userId: string }) => Promise<number | undefined>
  /** Those of the people that the provider still knows, in no particular order. */
  findUsers: (ids: readonly string[]) => Promise<CurrentUser[]>
  /** Answers the provider's own calls under /api/auth, if it has any, and notes who signed in. */
  handle?: (request: Request, ctx: HandleCtx) => Promise<Response>
  /** Resolves when nothing runs any more that no answer waited for, such as mail on its way. */
  idle?: () => Promise<void>
  /** Removes an account with its sessions, where accounts are kept here. */
  removeUser?: (id: string) => Promise<void>
  /** Sessions and passwords, where they are kept here and not by a provider with pages of its own. */
  account?: Account
  /** How the provider's own service fares, where there is one. */
  status?: () => ProviderStatus
  /** The same, after having asked it now. */
  check?: () => Promise<ProviderStatus>
  /**
   * Who the request's cookies alone say it is, for the call that must answer while the database does
   * not. The person has no name then, and a session that was ended elsewhere still counts.
   */
  authenticateOffline?: (request: IncomingRequest) => SignedIn | undefined
}

/** What the audit log is told of a call to the provider. */
export type HandleCtx = Pick<Ctx, 'db' | 'newId' | 'now' | 'address' | 'requestId'>

/** `since` is when it became so, as ISO-8601; all are null before the first call. */
export type ProviderStatus = Readonly<{
  isReachable: boolean | null
  /** Why the last call that failed did so, for operators. */
  lastError: string | null
  since: string | null
}>

/** A person's own sign-in, as their profile page shows and changes it. */
export type Account = {
  listSessions: (userId: string) => Promise<KnownSession[]>
  /** False when the person has no such session. */
  endSession: (person: { userId: string; sessionId: string }) => Promise<boolean>
  /** Ends all of the person's sessions but one; answers how many. */
  endOtherSessions: (person: { userId: string; sessionId: string }) => Promise<number>
  /** If the password is right, the session counts as confirmed now. */
  confirm: (
    person: {
      userId: string
      sessionId: string
      password: string
      /** Where the guess came from. */
      address: string | null
    },
    note: NoteFailure,
  ) => Promise<'confirmed' | 'password_wrong' | 'no_password'>
  /** What the person is called from now on. */
  rename: (person: { userId: string; firstName: string; lastName: string }) => Promise<void>
  /** How the person can sign in. */
  methods: (userId: string) => Promise<SignInMethods>
}

export type SignInMethods = { hasPassword: boolean; hasSecondStep: boolean; hasGoogle: boolean }

export type KnownSession = {
  id: string
  createdAt: string
  lastSeenAt: string
  address: string | null
  userAgent: string | null
}

/** Writes a failure down; `hasLocked` when it is the one that locked the account. */
export type NoteFailure = (db: Db, failure: { hasLocked: boolean }) => Promise<void>

/** Set by the server from the connection; what a client writes into it is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-incasso-client-address'
