/**
 * An instant in the embedded identity's tables, which are typed here as far as we read them. The library stores
 * instants as ISO text on SQLite, and as native timestamps on PostgreSQL.
 */
export type AuthInstant = string | Date

/** A person who can sign in to the dashboard with Incasso's own sign-in. */
export interface AuthUserRow {
  id: string
  name: string
  email: string
  emailVerified: number | boolean
  image: string | null
  twoFactorEnabled: number | boolean | null
  updatedAt: AuthInstant
}

/** A person's session in one browser. */
export interface AuthSessionRow {
  id: string
  userId: string
  expiresAt: AuthInstant
  ipAddress: string | null
  userAgent: string | null
  createdAt: AuthInstant
  updatedAt: AuthInstant
  /** Time at which the person last proved their identity in this session; null if only by signing in. */
  confirmedAt: AuthInstant | null
}

/** A pending verification: a link or a code that was sent, or an exchange that was begun. */
export interface AuthVerificationRow {
  id: string
  identifier: string
  value: string
  expiresAt: AuthInstant
  createdAt: AuthInstant
  updatedAt: AuthInstant
}

/** A person's second step of sign-in: the secret of the authenticator app and the backup codes. */
export interface AuthTwoFactorRow {
  id: string
  userId: string
  /** Encrypted. */
  secret: string
  /** Encrypted. */
  backupCodes: string
  lastUsedStep: number | null
}

/** A way in which a person signs in: a password, or an account at another provider. */
export interface AuthAccountRow {
  id: string
  userId: string
  providerId: string
  /** The person's ID at the provider `providerId`. */
  accountId: string
  password: string | null
}

/**
 * Counter of sign-in attempts that limits the guessing of passwords, for one key such as an IP address or an account.
 * `services/identity/throttle` makes the keys.
 */
export interface SignInAttemptRow {
  key: string
  /** Consecutive failures. */
  failures: number
  /** JSON: times of the counted events in epoch milliseconds, oldest first. */
  times: string
  /** Time from which the row no longer has an effect. */
  expiresAt: string
}
