import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { type Block, plainText } from '../../lib/markdown.ts'
import { common } from '../../texts/common.ts'
import { reading } from '../../texts/reading.ts'
import { MarkdownView } from './markdown-view.tsx'
import classes from './reading.module.css'

type Props = {
  blocks: readonly Block[]
  resolve: (href: string) => string | undefined
  /** Links to the documents beside it. */
  navigation: ReactNode
  /** Above the text. */
  notice?: ReactNode
  /** Of who looks for a part of a long document. */
  withContents?: boolean
  lang?: 'it' | 'en'
}

/** A document with its title, what it holds, and the way to the others. */
export function DocumentPage(props: Props) {
  const { blocks, resolve, navigation, notice, withContents = false, lang } = props
  const [first] = blocks
  const hasTitle = first?.kind === 'heading'
  const title = hasTitle ? plainText(first.parts) : common.product
  useDocumentTitle(`${title} · ${common.product}`)
  const body = hasTitle ? blocks.slice(1) : blocks
  return (
    <Stack gap="lg" maw="52rem" mx="auto" w="100%">
      {navigation}
      <Paper p={{ base: 'md', sm: 'xl' }} component="article" lang={lang}>
        <Stack gap="lg">
          <PageTitle size="1.75rem">{title}</PageTitle>
          {notice}
          {withContents && <Contents blocks={body} />}
          <MarkdownView blocks={body} resolve={resolve} />
        </Stack>
      </Paper>
    </Stack>
  )
}

function Contents({ blocks }: { blocks: readonly Block[] }) {
  const headings = blocks.filter((block) => block.kind === 'heading' && block.level === 2)
  return (
    <nav aria-label={reading.contents}>
      <Text size="sm" fw={600} mb={4}>
        {reading.contents}
      </Text>
      <ul className={classes.contents}>
        {headings.map(
          (heading) =>
            heading.kind === 'heading' && (
              <li key={heading.id}>
                <Anchor size="sm" href={`#${heading.id}`}>
                  {plainText(heading.parts)}
                </Anchor>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

export type NavigationLink = { href: string; label: string; isHere?: boolean }

export function DocumentLinks({ label, links }: { label: string; links: NavigationLink[] }) {
  return (
    <Group component="nav" aria-label={label} gap="md">
      {links.map(({ href, label: text, isHere }) => (
        <Anchor
          key={href}
          href={href}
          size="sm"
          fw={isHere ? 650 : undefined}
          aria-current={isHere ? 'page' : undefined}
        >
          {text}
        </Anchor>
      ))}
    </Group>
  )
}
