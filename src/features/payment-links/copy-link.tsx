import { Button, type ButtonProps, CopyButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Ref } from 'react'
import { common } from '#client/texts/en/common.ts'

type Props = Pick<ButtonProps, 'variant' | 'size'> & {
  url: string
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** Copies the URL of a link. */
export function CopyLink({ url, label, ref, ...button }: Props) {
  return (
    <CopyButton value={url} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            {...button}
            ref={ref}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
            }
            onClick={copy}
          >
            {copied ? common.copied : label}
          </Button>
          <VisuallyHidden role="status">{copied ? common.copied : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  )
}
