import { Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNamedPage } from '../lib/words/page-name.ts'
import { common } from '../texts/en/common.ts'

/** The two widths of pages: 'wide' for lists, figures and columns, 'narrow' for one column of forms. */
const widths = { wide: '75rem', narrow: '52rem' } as const

type Props = {
  title: string
  /** The title's language, where it differs from the page's. */
  lang?: 'it' | 'en'
  width?: keyof typeof widths
  children: ReactNode
}

/**
 * The layout of a page between header and navigation: document title, name in the header, width and spacing.
 */
export function Page({ title, lang, width = 'wide', children }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useNamedPage({ pathname, name: title, lang })
  useDocumentTitle(`${title} · ${common.product}`)
  // Left-aligned with the header's title at any width.
  return (
    <Stack gap="lg" maw={widths[width]} w="100%">
      {children}
    </Stack>
  )
}
