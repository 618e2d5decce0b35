import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'

type Props = { href: string; label: string; onStart: () => Promise<unknown> }

/** A link, so that its URL can be copied or opened elsewhere; a plain click calls `onStart`. */
export function ExportLink({ href, label, onStart }: Props) {
  const [isStarting, setIsStarting] = useState(false)
  const start = async () => {
    setIsStarting(true)
    await onStart()
    setIsStarting(false)
  }
  const handleClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isStarting) void start()
  }
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isStarting}
      onClick={handleClick}
    >
      {label}
    </Button>
  )
}
