import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

type Props = {
  tone: 'info' | 'neutral' | 'pending' | 'success' | 'failed'
  icon?: ReactNode
  /** Of the words, where it is not that of the page. */
  lang?: 'it' | 'en'
  children: string
}

/** A small standing mark, such as the environment; a payment's status has its own badge. */
export function Tag({ tone, icon, lang, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} lang={lang}>
      {icon}
      {children}
    </span>
  )
}
