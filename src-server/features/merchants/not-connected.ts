import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantMode } from '#server/core/merchant.ts'

/** Returns the error for a payment without a processor: the sandbox, which moves no money, is for test mode only. */
export const notConnected = ({ mode }: MerchantMode): AppError =>
  new AppError(
    'conflict',
    mode === 'live'
      ? 'Nothing is connected that takes live payments by this method. See Settings, Payments.'
      : 'No processor is connected for this payment method. See Settings, Payments.',
    { reason: 'processor_not_connected' },
  )
