import { notify } from '#client/lib/notify.tsx'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'

/** Returns true when the device has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Returns the URLs that open a message with a link in WhatsApp, in a mail program or as a text message. */
export function messageUrls({ title, url }: Pick<PaymentLink, 'title' | 'url'>) {
  const text = encodeURIComponent(`${title}: ${url}`)
  return {
    whatsapp: `https://wa.me/?text=${text}`,
    email: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
    sms: `sms:?&body=${text}`,
  } as const
}

/** Opens the device's share sheet for a link; a failure shows the link's URL in a toast. */
export async function shareLink({ title, url }: Pick<PaymentLink, 'title' | 'url'>) {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the system's share sheet is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    notify.error({ title: paymentLinks.actions.shareFailed, message: url })
  }
}
