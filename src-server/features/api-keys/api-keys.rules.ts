import type { ApiKeyRow } from '#db/tables.ts'
import { type ApiKey, Scope } from './api-keys.schema.ts'

/** Returns the scopes of a key, which its row stores as one text separated by commas. */
export const scopesOf = ({ scopes }: Pick<ApiKeyRow, 'scopes'>): Scope[] =>
  Scope.array().parse(scopes.split(','))

export const apiKeyOf = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: scopesOf(row),
  version: row.version,
  replaces: row.replaces,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
})
