const snakeCase = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  )

const times = ['createdAt', 'updatedAt']

/** Our names for better-auth's tables and columns. */
export const modelNames = {
  user: { modelName: 'auth_users', fields: snakeCase(['emailVerified', ...times]) },
  session: {
    modelName: 'auth_sessions',
    fields: snakeCase(['userId', 'expiresAt', 'ipAddress', 'userAgent', ...times]),
  },
  account: {
    modelName: 'auth_accounts',
    fields: snakeCase([
      'userId',
      'accountId',
      'providerId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      ...times,
    ]),
  },
  verification: { modelName: 'auth_verifications', fields: snakeCase(['expiresAt', ...times]) },
}

/** Our names for the table and columns of better-auth's second step. */
export const twoFactorNames = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'auth_two_factors',
    fields: snakeCase(['backupCodes', 'userId', 'failedVerificationCount', 'lockedUntil']),
  },
}
