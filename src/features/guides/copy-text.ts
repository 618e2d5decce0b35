import { notify } from '../../lib/notify.tsx'
import { guides } from '../../texts/guides.ts'

/** Copies and says so. Browsers refuse it on pages that came neither by https nor from this machine. */
export async function copyText(value: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
  } catch {
    notify.error({ ...guides.notCopied, lang: 'it' })
    return
  }
  notify.success({
    title: guides.copied.title,
    message: guides.copied.message(what),
    lang: 'it',
  })
}
