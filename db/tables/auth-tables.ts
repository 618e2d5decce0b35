/**
 * An instant in the embedded identity's tables, which are typed here as far as we read them. The library stores
 * instants as ISO text on SQLite, and as native timestamps on PostgreSQL.
 */
export type AuthInstant = string | Date

export interface AuthUserRow {
  id: string
  name: string
  email: string
  emailVerified: number | boolean
  image: string | null
  twoFactorEnabled: number | boolean | null
  updatedAt: AuthInstant
}

export interface AuthSessionRow {
  id: string
  userId: string
  expiresAt: AuthInstant
  ipAddress: string | null
  userAgent: string | null
  createdAt: AuthInstant
  updatedAt: AuthInstant
  confirmedAt: AuthInstant | null
}

/** A link or a code that was sent, or an exchange that was begun. */
export interface AuthVerificationRow {
  id: string
  identifier: string
  value: string
  expiresAt: AuthInstant
  createdAt: AuthInstant
  updatedAt: AuthInstant
}

export interface AuthTwoFactorRow {
  id: string
  userId: string
  /** Encrypted. */
  secret: string
  /** Encrypted. */
  backupCodes: string
  lastUsedStep: number | null
}

export interface AuthAccountRow {
  id: string
  userId: string
  providerId: string
  /** The person's id at that provider. */
  accountId: string
  password: string | null
}
