import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { common } from '#client/texts/en/common.ts'
import { payments } from '#client/texts/en/payments.ts'

/** Takes the address at which the customer proves a payment along: it is too long to be read. */
export function CopyAddress({ url }: { url: string }) {
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
