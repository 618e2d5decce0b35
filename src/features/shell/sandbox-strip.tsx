import type { ReactNode } from 'react'
import { shell } from '../../texts/shell.ts'
import classes from './shell.module.css'

type Props = { children?: ReactNode }

export function SandboxStrip({ children }: Props) {
  return (
    <p className={classes.strip} lang="en">
      {shell.sandbox}
      {children}
    </p>
  )
}
