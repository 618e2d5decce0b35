import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

type Props = {
  tone: 'info' | 'neutral' | 'pending' | 'success' | 'failed'
  icon?: ReactNode
  children: string
}

/** A small standing mark, such as the environment; a payment's status has its own badge. */
export function Tag({ tone, icon, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
