import type { PublishedRow } from './report.d.mts'

export function rowsOf(lines: object[]): PublishedRow[]
export function verdictOf(row: PublishedRow): string
export function printTable(rows: PublishedRow[]): void
