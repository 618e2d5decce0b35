import { createRequire } from 'node:module'
import type pg from 'pg'

const load = createRequire(import.meta.url)

/**
 * The driver of PostgreSQL, loaded when it is first asked for: a server on SQLite, and each of its threads, starts
 * sooner without it.
 */
export const postgresDriver = (): typeof pg => load('pg')
