import { type Ref, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Props of a button that opens something. */
export type ButtonProps = {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

/**
 * Returns whether a button has been used, after which what it opens is mounted. `button` holds the props of the button
 * until then.
 */
export function useMountOnUse(
  opens: 'menu' | 'dialog',
  open: () => void,
  opener?: RefObject<HTMLButtonElement | null>,
) {
  const own = useRef<HTMLButtonElement>(null)
  const ref = opener ?? own
  const [isUsed, setIsUsed] = useState(false)
  const onClick = () => {
    flushSync(() => setIsUsed(true))
    // Mounting replaced the button.
    ref.current?.focus()
    open()
  }
  const button: ButtonProps = { ref, onClick, 'aria-haspopup': opens, 'aria-expanded': false }
  return { isUsed, ref, button }
}
