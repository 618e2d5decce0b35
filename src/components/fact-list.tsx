import { DataList, Paper, type PaperProps, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

type Props = Pick<PaperProps, 'h'> & {
  title: string
  /** Shown below the facts, such as the time zone of their dates. */
  note: string
  /** Maximum width of the labels: on a phone the facts need the space. */
  labelWidth: string
  children: ReactNode
}

export function FactList({ title, note, labelWidth, h, children }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} h={h} component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <DataList withDivider labelWidth={`min(${labelWidth}, 36%)`}>
        {children}
      </DataList>
      <Text size="xs" c="dimmed" mt="md">
        {note}
      </Text>
    </Paper>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel className={classes.label}>{label}</DataList.ItemLabel>
      <DataList.ItemValue miw={0}>{children}</DataList.ItemValue>
    </DataList.Item>
  )
}
