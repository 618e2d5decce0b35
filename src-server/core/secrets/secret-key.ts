import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sqliteFile } from '#db/database.ts'
import { type Config, ConfigError } from '#server/config/config.ts'

/**
 * Returns the configured master keys, newest first. Without a configured key, returns the key in the file `secret.key`
 * next to the SQLite file, and creates that file (mode 0600) if it is missing: a new installation then starts without
 * any setting.
 * @throws ConfigError when the file does not contain 32 bytes in base64.
 */
export function secretKeysOf(config: Config): readonly Buffer[] {
  if (config.secretKeys.length > 0) return config.secretKeys
  const folder = path.dirname(sqliteFile(config.databaseUrl))
  const file = path.join(folder, 'secret.key')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // `wx`: when two processes start together, one creates the key and the other reads it.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  chmodSync(file, 0o600)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) {
    throw new ConfigError(
      `${file} must hold 32 bytes in base64. Restore it from a backup, or delete it to get a new one (everybody must then sign in again).`,
    )
  }
  return [key]
}

/** Derives from a master key the key that signs sessions. Nothing else uses it, so no other use can forge a session. */
export const signingSecret = (key: Buffer): string =>
  createHash('sha256').update('incasso session ').update(key).digest('base64')
