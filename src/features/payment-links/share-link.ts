import { notify } from '#client/lib/notify.tsx'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'

/** Returns true when the device has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function'

export async function shareLink({ title, url }: Pick<PaymentLink, 'title' | 'url'>) {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the system's share sheet is no error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    notify.error({ title: paymentLinks.actions.shareFailed, message: url })
  }
}
