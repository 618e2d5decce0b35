import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { notify } from '#client/lib/notify.tsx'
import { guides } from '#client/texts/en/guides.ts'

type Props = { code: string; what: string }

export const CodeLines = ({ code, what: contentName }: Props) => (
  <CodeBox code={code} label={contentName}>
    <CopyButton value={code} what={contentName} />
  </CodeBox>
)

type CopyButtonProps = { value: string; what: string }

export function CopyButton({ value, what: contentName }: CopyButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={guides.copy(contentName)}
      onClick={() => void copyText(value, contentName)}
    >
      <IconCopy size={18} aria-hidden />
    </ActionIcon>
  )
}

/** Copies a text and notifies. Browsers refuse it on pages served neither over HTTPS nor from localhost. */
export async function copyText(value: string, contentName: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
  } catch {
    notify.error({ ...guides.notCopied, lang: 'it' })
    return
  }
  notify.success({
    title: guides.copied.title,
    message: guides.copied.message(contentName),
    lang: 'it',
  })
}
