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
export function LateTooltip({ target, label, opened }: Props) {
  const isAsked = useRested(target)
  if (!isAsked && !opened) return null
  return <Tooltip target={target} label={label} opened={opened} defaultOpened={isAsked} />
}

/** Returns whether a mouse has ever stayed on the element for `DELAY_MS`. */
function useRested(target: RefObject<HTMLElement | null>): boolean {
  const [hasRested, setRested] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element || hasRested) return undefined
    let timer: number | undefined
    const enter = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') timer = window.setTimeout(() => setRested(true), DELAY_MS)
    }
    const leave = () => window.clearTimeout(timer)
    element.addEventListener('pointerenter', enter)
    element.addEventListener('pointerleave', leave)
    return () => {
      leave()
      element.removeEventListener('pointerenter', enter)
      element.removeEventListener('pointerleave', leave)
    }
  }, [target, hasRested])
  return hasRested
}
