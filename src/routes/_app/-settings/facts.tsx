import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

export const Facts = ({ children }: { children: ReactNode }) => (
  <DataList withDivider labelWidth="min(11rem, 40%)" className={classes.wrapped}>
    {children}
  </DataList>
)
