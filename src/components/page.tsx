import { Stack, type StackProps } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'

type Props = { title: string; width?: StackProps['maw']; children: ReactNode }

/** The frame of a page inside the shell: its name in the browser's title, its width and rhythm. */
export function Page({ title, width = '75rem', children }: Props) {
  useDocumentTitle(`${title} · ${common.product}`)
  return (
    <Stack gap="lg" maw={width} mx="auto" w="100%">
      {children}
    </Stack>
  )
}
