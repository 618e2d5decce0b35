import { hostUrlsOf } from '#db/postgres/hosts.ts'

/** Returns the command of PostgreSQL's own tool, without the password. */
export const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file=${quoteShellWord(file)} ${quoteShellWord(removePassword(url))}`

export const restoreCommand = (url: string, file: string): string =>
  `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname=${quoteShellWord(removePassword(url))} ${quoteShellWord(file)}`

export const PASSWORD_ADVICE = 'Give the password in ~/.pgpass or PGPASSWORD.'

export function removePassword(url: string): string {
  const hostUrls = hostUrlsOf(url).map((hostUrl) => new URL(hostUrl))
  const [{ protocol, username, pathname, searchParams } = new URL(url)] = hostUrls
  searchParams.delete('password')
  const hosts = hostUrls.map(({ host }) => host).join(',')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return `${protocol}//${username && `${username}@`}${hosts}${pathname}${search}`
}

const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
