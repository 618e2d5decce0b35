import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { copyText } from '#client/lib/copy-text.ts'
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
      onClick={() => void copyContent(value, contentName)}
    >
      <IconCopy size={18} aria-hidden />
    </ActionIcon>
  )
}

/** Copies a text and notifies in the language of the guides. */
export const copyContent = (value: string, contentName: string): Promise<void> =>
  copyText(value, {
    copied: {
      title: guides.copied.title,
      message: guides.copied.message(contentName),
      lang: 'it',
    },
    notCopied: { ...guides.notCopied, lang: 'it' },
  })
