/** Exit codes of every command. */
export const exitCodes = {
  done: 0,
  /** A scenario of a rehearsal failed, or a payment did not get the requested outcome. */
  failed: 1,
  /** Wrong arguments or settings. */
  usage: 2,
  /** The server refused, or did not respond. */
  refused: 3,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Parts of the process that a command uses, so that tests can replace them. */
export type Terminal = {
  out: (line: string) => void
  error: (line: string) => void
  /** Milliseconds since 1970. */
  now: () => number
}

/** Wrong arguments or settings; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Returns rows as text in columns that are as wide as their longest cell. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length)
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Removes control characters: a name in a payment must not move the cursor of a terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�')
