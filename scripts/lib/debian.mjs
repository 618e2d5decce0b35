import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { printNote } from './steps.mjs'

/** Returns true if this process may install Debian packages: it is root, and apt-get exists. */
export const hasAptGet = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs Debian packages without starting their services. Throws an error with apt-get's last output in `tail`. */
export async function aptInstall(...packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const limits = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  await run('apt-get', [...limits, 'update'], { env })
  await run('apt-get', [...limits, 'install', '-y', ...packages], { env })
}

/** Installs optional Debian packages: prints a failure instead of throwing it. Their users report their absence. */
export async function tryAptInstall(...packages) {
  printNote(`installing Debian’s ${packages.join(' and ')} with apt-get`)
  try {
    await aptInstall(...packages)
  } catch (error) {
    printNote(`apt-get did not succeed: ${error.tail.split('\n').at(-1)}`)
  }
}
