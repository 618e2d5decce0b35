import { existsSync } from 'node:fs'
import { hasAptGet, tryAptInstall } from './debian.mjs'

/** Programs in front of PostgreSQL that drills run, by Debian's package; a row that lacks one is skipped with a line. */
const PROGRAMS = { pgbouncer: '/usr/sbin/pgbouncer', haproxy: '/usr/sbin/haproxy' }

/** Installs what is missing where that is possible. */
export async function ensureDrillPrograms() {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]))
  if (missing.length > 0 && hasAptGet()) await tryAptInstall(...missing)
}
