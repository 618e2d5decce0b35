import { Stack, type StackProps } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNamedPage } from '../lib/words/page-name.ts'
import { common } from '../texts/en/common.ts'

type Props = {
  title: string
  /** Of the title, where it is not that of the page. */
  lang?: 'it' | 'en'
  width?: StackProps['maw']
  children: ReactNode
}

/** The frame of a page inside the shell: its name in the browser's title and the header, its width and rhythm. */
export function Page({ title, lang, width = '75rem', children }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useNamedPage({ pathname, name: title, lang })
  useDocumentTitle(`${title} · ${common.product}`)
  // At the left edge that the header's title has, whatever its width.
  return (
    <Stack gap="lg" maw={width} w="100%">
      {children}
    </Stack>
  )
}
