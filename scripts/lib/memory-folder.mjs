import { existsSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * The environment in which temporary files lie in memory, where this system has a folder for it with room; else
 * nothing. Tests make a database each by the thousand, and a fifth of their time would be spent waiting until a
 * disk has kept what is thrown away a moment later. What is about a disk is tested without it.
 */
export function inMemory() {
  if (!existsSync(IN_MEMORY)) return {}
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? { TMPDIR: IN_MEMORY } : {}
}
