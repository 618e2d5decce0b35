import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { common } from '#client/texts/en/common.ts'
import { payments } from '#client/texts/en/payments.ts'

/** Copies the URL where the customer authenticates a payment, which is too long to read out. */
export function CopyUrl({ url }: { url: string }) {
  return (
    <CopyButton value={url} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          w="fit-content"
          leftSection={
            copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
          }
          onClick={copy}
        >
          {copied ? common.copied : payments.script.proof.copy}
        </Button>
      )}
    </CopyButton>
  )
}
