import { createRequire } from 'node:module'
import type pg from 'pg'

const load = createRequire(import.meta.url)

/**
 * Returns PostgreSQL's driver, loaded on first use: a server on SQLite, and each of its threads, starts faster without
 * it.
 */
export const postgresDriver = (): typeof pg => load('pg')
