import type { ReactNode } from 'react'
import classes from './code-box.module.css'

type Props = {
  code: string
  label: string
  /** A maximum height, beyond which the code scrolls, for text of unknown length. */
  height?: 'medium' | 'tall'
  /** The copy button. */
  children: ReactNode
}

/** Lines to read or copy as they are. */
export function CodeBox({ code, label, height, children }: Props) {
  return (
    <div className={classes.box}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard */}
      <pre tabIndex={0} role="group" aria-label={label} data-height={height}>
        <code>{code}</code>
      </pre>
      {children}
    </div>
  )
}
