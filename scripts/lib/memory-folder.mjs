import { existsSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * Returns the environment that keeps temporary files in memory; empty where this system lacks a folder with enough
 * space. Thousands of tests create a database each, and would wait a fifth of their time for a disk to write files
 * that they soon delete. Tests about a disk run without it.
 */
export function memoryEnvironment() {
  if (!existsSync(IN_MEMORY)) return {}
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? { TMPDIR: IN_MEMORY } : {}
}
