import {
  Anchor,
  Code,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  Title,
  type TitleOrder,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Fragment, type ReactNode } from 'react'
import { PageTitle } from '#client/components/page-title.tsx'
import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { type Block, type Inline, plainText } from '#client/lib/words/markdown.ts'
import { common } from '#client/texts/en/common.ts'
import { reading } from '#client/texts/en/reading.ts'
import classes from './reading.module.css'

type Props = {
  blocks: readonly Block[]
  resolve: (href: string) => string | undefined
  /** Links to the other documents. */
  navigation: ReactNode
  /** Shown above the text. */
  notice?: ReactNode
  /** Shows a table of contents, for long documents. */
  withContents?: boolean
  lang?: 'it' | 'en'
}

/** A document with its title, table of contents and links to the other documents. */
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

type NavigationLink = { href: string; label: string; isCurrent?: boolean }

export function DocumentLinks({ label, links }: { label: string; links: NavigationLink[] }) {
  return (
    <Group component="nav" aria-label={label} gap="md">
      {links.map(({ href, label: text, isCurrent }) => (
        <Anchor
          key={href}
          href={href}
          size="sm"
          fw={isCurrent ? 650 : undefined}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {text}
        </Anchor>
      ))}
    </Group>
  )
}

type MarkdownViewProps = {
  blocks: readonly Block[]
  /** Returns the URL on this site for a link of the document; undefined when there is none. */
  resolve: (href: string) => string | undefined
}

/** A rendered document: headings have anchors, and wide tables and lines scroll on their own. */
function MarkdownView({ blocks, resolve }: MarkdownViewProps) {
  const write = (parts: readonly Inline[]) => <InlineText parts={parts} resolve={resolve} />
  return (
    <div className={classes.document}>
      {blocks.map((block, index) => (
        <Fragment key={index}>{blockView(block, write)}</Fragment>
      ))}
    </div>
  )
}

type RenderInline = (parts: readonly Inline[]) => ReactNode

function blockView(block: Block, write: RenderInline): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={Math.max(2, block.level) as TitleOrder} id={block.id} tabIndex={-1}>
          {write(block.parts)}
        </Title>
      )
    case 'paragraph':
      return <Text>{write(block.parts)}</Text>
    case 'code':
      return (
        <CodeBox code={block.text} label={reading.code(block.language)}>
          <CopyIcon value={block.text} label={reading.copy} />
        </CodeBox>
      )
    case 'list':
      return <Items isOrdered={block.isOrdered} items={block.items} write={write} />
    case 'table':
      return <Rows head={block.head} rows={block.rows} write={write} />
  }
}

type ItemsProps = { isOrdered: boolean; items: Inline[][]; write: RenderInline }

function Items({ isOrdered, items, write }: ItemsProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {items.map((item, index) => (
        <li key={index}>{write(item)}</li>
      ))}
    </List>
  )
}

type RowsProps = { head: Inline[][]; rows: Inline[][][]; write: RenderInline }

function Rows({ head, rows, write }: RowsProps) {
  const names = head.map(plainText).filter(Boolean).join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide rows scroll, also by keyboard
    <div tabIndex={0} role="group" aria-label={reading.table(names)} className={classes.wide}>
      <Table verticalSpacing="xs" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {head.map((cell, index) => (
              <Table.Th key={index}>{write(cell)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {row.map((cell, column) => (
                <Table.Td key={column}>{write(cell)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function InlineText({
  parts,
  resolve,
}: {
  parts: readonly Inline[]
  resolve: MarkdownViewProps['resolve']
}) {
  return parts.map((part, index) => <Fragment key={index}>{inlineView(part, resolve)}</Fragment>)
}

function inlineView(part: Inline, resolve: MarkdownViewProps['resolve']): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <Code>{part.text}</Code>
    case 'strong':
      return (
        <strong>
          <InlineText parts={part.parts} resolve={resolve} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <InlineText parts={part.parts} resolve={resolve} />
        </em>
      )
    case 'link': {
      const href = resolve(part.href)
      const words = <InlineText parts={part.parts} resolve={resolve} />
      if (href === undefined) return words
      return (
        <Anchor inherit underline="always" href={href}>
          {words}
        </Anchor>
      )
    }
  }
}
