import { hostUrlsOf } from '#db/postgres/hosts.ts'

/**
 * Returns the shell command that backs the database up to a file with PostgreSQL's pg_dump. It does not contain the
 * password.
 */
export const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file=${quoteShellWord(file)} ${quoteShellWord(removePassword(url))}`

/**
 * Returns the shell command that restores such a file with PostgreSQL's pg_restore. It does not contain the password.
 */
export const restoreCommand = (url: string, file: string): string =>
  `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname=${quoteShellWord(removePassword(url))} ${quoteShellWord(file)}`

export const PASSWORD_ADVICE = 'Give the password in ~/.pgpass or PGPASSWORD.'

/** Returns the PostgreSQL URL without its password, for messages and commands. */
export function removePassword(url: string): string {
  const hostUrls = hostUrlsOf(url).map((hostUrl) => new URL(hostUrl))
  const [{ protocol, username, pathname, searchParams } = new URL(url)] = hostUrls
  searchParams.delete('password')
  const hosts = hostUrls.map(({ host }) => host).join(',')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return `${protocol}//${username && `${username}@`}${hosts}${pathname}${search}`
}

const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
