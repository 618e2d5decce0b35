import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { profile } from '../../../texts/profile.ts'
import classes from './profile.module.css'

const texts = profile.secondStep.codes

type Props = { email: string; codes: readonly string[]; note?: string; onDone: () => void }

/** The only time that the codes are shown. */
export function RecoveryCodes({ email, codes, note, onDone }: Props) {
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  const list = codes.join('\n')
  return (
    <Stack gap="md">
      <div ref={start} tabIndex={-1}>
        {note && <Text mb="xs">{note}</Text>}
        <Text size="sm">{texts.text}</Text>
      </div>
      <ul className={classes.codes} aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton value={list} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
            >
              <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save(`${texts.fileTitle(email)}\n\n${list}\n`)}
        >
          {texts.download}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}

function save(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = texts.fileName
  link.click()
  URL.revokeObjectURL(address)
}
