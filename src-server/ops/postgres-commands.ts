import { addressesOf } from '#db/postgres/hosts.ts'

/** Returns the command of PostgreSQL's own tool, without the password. */
export const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file=${quoted(file)} ${quoted(withoutPassword(url))}`

export const restoreCommand = (url: string, file: string): string =>
  `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname=${quoted(withoutPassword(url))} ${quoted(file)}`

export const PASSWORD_ADVICE = 'Give the password in ~/.pgpass or PGPASSWORD.'

export function withoutPassword(url: string): string {
  const addresses = addressesOf(url).map((address) => new URL(address))
  const [{ protocol, username, pathname, searchParams } = new URL(url)] = addresses
  searchParams.delete('password')
  const hosts = addresses.map(({ host }) => host).join(',')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return `${protocol}//${username && `${username}@`}${hosts}${pathname}${search}`
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
