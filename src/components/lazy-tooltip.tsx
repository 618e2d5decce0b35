import { Tooltip } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'

const DELAY_MS = 300

type Props = {
  target: RefObject<HTMLElement | null>
  label: ReactNode
  /** True shows the tooltip regardless of the pointer. */
  opened?: boolean
}

/** Mounts its tooltip on the first hover: a tooltip costs more than the row it is in. */
export function LazyTooltip({ target, label, opened }: Props) {
  const wasHovered = useHovered(target)
  if (!wasHovered && !opened) return null
  return <Tooltip target={target} label={label} opened={opened} defaultOpened={wasHovered} />
}

/** Returns true once a mouse has stayed on the element for `DELAY_MS`. */
function useHovered(target: RefObject<HTMLElement | null>): boolean {
  const [hasHovered, setHasHovered] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element || hasHovered) return undefined
    let timer: number | undefined
    const enter = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') timer = window.setTimeout(() => setHasHovered(true), DELAY_MS)
    }
    const leave = () => window.clearTimeout(timer)
    element.addEventListener('pointerenter', enter)
    element.addEventListener('pointerleave', leave)
    return () => {
      leave()
      element.removeEventListener('pointerenter', enter)
      element.removeEventListener('pointerleave', leave)
    }
  }, [target, hasHovered])
  return hasHovered
}
