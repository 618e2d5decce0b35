import { notify } from './notify.tsx'

type Toast = Parameters<typeof notify.error>[0]

/**
 * Copies a text and notifies. Browsers refuse to copy on pages served neither over HTTPS nor from localhost.
 */
export async function copyText(
  text: string,
  { copied, notCopied }: { copied: Toast; notCopied: Toast },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    notify.error(notCopied)
    return
  }
  notify.success(copied)
}
