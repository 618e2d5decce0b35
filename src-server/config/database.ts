import type { DatabaseOptions } from '#db/database.ts'
import { hostUrlsOf, requiresWriter } from '#db/postgres/hosts.ts'
import type { Config } from './config.ts'

type Variables = {
  DATABASE_URL: string
  DATABASE_DIRECT_URL?: string | undefined
  ROLE: Config['role']
}

/** Returns an error message for each database setting that contradicts another setting; an empty list when all fit. */
export function findDatabaseErrors(variables: Variables): string[] {
  const errors: string[] = []
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, ROLE: role } = variables
  const isFile = url.startsWith('file:')
  if (role !== 'all' && isFile) {
    errors.push(`ROLE=${role} needs PostgreSQL: an SQLite file has one process alone`)
  }
  if (direct !== undefined && isFile) {
    errors.push(
      'DATABASE_DIRECT_URL goes with PostgreSQL alone: leave it out, or set DATABASE_URL to the address of the pooler',
    )
  }
  for (const [name, hostsUrl] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
  })) {
    if (hostsUrl === undefined || hostUrlsOf(hostsUrl).length === 1 || requiresWriter(hostsUrl))
      continue
    errors.push(
      `${name} names several hosts: add ?target_session_attrs=read-write, so that the one that takes writes is used`,
    )
  }
  return errors
}

/** Returns the options of the connection pool for requests and jobs. */
export const poolOptionsOf = (config: Config): DatabaseOptions => ({
  url: config.databaseUrl,
  poolSize: config.databasePoolSize,
  isPooled: config.databaseDirectUrl !== config.databaseUrl,
  usesNamedStatements: config.usesNamedStatements,
})
