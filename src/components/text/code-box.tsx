import type { ReactNode } from 'react'
import classes from './code-box.module.css'

type Props = {
  code: string
  label: string
  /** Scrolls beyond a height, where the length is not ours. */
  height?: 'medium' | 'tall'
  /** What copies it. */
  children: ReactNode
}

/** Lines to be read or taken as they stand. */
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
