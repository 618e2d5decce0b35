import { existsSync } from 'node:fs'
import { hasAptGet, tryAptInstall } from './debian.mjs'

/** Programs that drills run in front of PostgreSQL, by Debian package. A row without its program is skipped. */
const PROGRAMS = { pgbouncer: '/usr/sbin/pgbouncer', haproxy: '/usr/sbin/haproxy' }

/** Installs the missing programs, where root can run apt-get. */
export async function ensureDrillPrograms() {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]))
  if (missing.length > 0 && hasAptGet()) await tryAptInstall(...missing)
}
