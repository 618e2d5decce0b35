/** PostgreSQL brings its own tools for this; what is printed holds no password. */
export const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file=${quoted(file)} ${quoted(withoutPassword(url))}`

export const restoreCommand = (url: string, file: string): string =>
  `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname=${quoted(withoutPassword(url))} ${quoted(file)}`

export const PASSWORD_ADVICE = 'Give the password in ~/.pgpass or PGPASSWORD.'

export function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  address.searchParams.delete('password')
  return address.href
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
