import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { note } from './steps.mjs'

export const hasAptGet = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian's, none of whose services starts; throws with `tail`, what apt-get said last. */
export async function aptInstall(...packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  await run('apt-get', [...patience, 'update'], { env })
  await run('apt-get', [...patience, 'install', '-y', ...packages], { env })
}

/** The same, for what may be missing: whoever needs it says so. */
export async function tryAptInstall(...packages) {
  note(`installing Debian’s ${packages.join(' and ')} with apt-get`)
  try {
    await aptInstall(...packages)
  } catch (error) {
    note(`apt-get did not succeed: ${error.tail.split('\n').at(-1)}`)
  }
}
