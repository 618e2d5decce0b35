import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { common } from '#client/texts/en/common.ts'
import classes from '../icon-button.module.css'
import { LazyTooltip } from '../lazy-tooltip.tsx'

type Props = { value: string; label: string }

export function CopyIcon({ value, label }: Props) {
  const clipboard = useClipboard({ timeout: 2000 })
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? (
          <IconCheck size={16} aria-hidden color="var(--tone-success)" />
        ) : (
          <IconCopy size={16} aria-hidden />
        )}
      </button>
      <LazyTooltip
        target={button}
        label={clipboard.copied ? common.copied : label}
        opened={clipboard.copied || undefined}
      />
      <VisuallyHidden role="status">{clipboard.copied ? common.copied : ''}</VisuallyHidden>
    </>
  )
}
