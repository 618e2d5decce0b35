import { AppError } from '#server/core/errors.ts'
import type { BookPlace } from '#server/core/merchant.ts'

/** The sandbox, which moves no money, is a processor of the test book only. */
export function assertHasProcessor({ mode }: BookPlace): void {
  if (mode === 'test') return
  throw new AppError(
    'conflict',
    'The live book has no processor yet, so it cannot take payments. See Settings, Payments.',
    { reason: 'processor_not_connected' },
  )
}
