import { Stack, type StackProps } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNamedPage } from '../lib/words/page-name.ts'
import { common } from '../texts/en/common.ts'

type Props = {
  title: string
  /** The title's language, where it differs from the page's. */
  lang?: 'it' | 'en'
  width?: StackProps['maw']
  children: ReactNode
}

/** The frame of a page inside the shell: document title, name in the header, width and spacing. */
export function Page({ title, lang, width = '75rem', children }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useNamedPage({ pathname, name: title, lang })
  useDocumentTitle(`${title} · ${common.product}`)
  // Left-aligned with the header's title at any width.
  return (
    <Stack gap="lg" maw={width} w="100%">
      {children}
    </Stack>
  )
}
