import { Anchor, Code, Table, Text, Title, type TitleOrder } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { CodeBox } from '../../components/code-box.tsx'
import { CopyIcon } from '../../components/copy-icon.tsx'
import { type Block, type Inline, plainText } from '../../lib/markdown.ts'
import { reading } from '../../texts/reading.ts'
import classes from './reading.module.css'

type Props = {
  blocks: readonly Block[]
  /** Where a link of the document leads on this site; undefined when nowhere. */
  resolve: (href: string) => string | undefined
}

/** A document as a page: its headings can be linked to, wide tables and lines scroll by themselves. */
export function MarkdownView({ blocks, resolve }: Props) {
  const write = (parts: readonly Inline[]) => <Words parts={parts} resolve={resolve} />
  return (
    <div className={classes.document}>
      {blocks.map((block, index) => (
        <Fragment key={index}>{blockView(block, write)}</Fragment>
      ))}
    </div>
  )
}

type Write = (parts: readonly Inline[]) => ReactNode

function blockView(block: Block, write: Write): ReactNode {
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

type ItemsProps = { isOrdered: boolean; items: Inline[][]; write: Write }

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

type RowsProps = { head: Inline[][]; rows: Inline[][][]; write: Write }

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

function Words({ parts, resolve }: { parts: readonly Inline[]; resolve: Props['resolve'] }) {
  return parts.map((part, index) => <Fragment key={index}>{wordView(part, resolve)}</Fragment>)
}

function wordView(part: Inline, resolve: Props['resolve']): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <Code>{part.text}</Code>
    case 'strong':
      return (
        <strong>
          <Words parts={part.parts} resolve={resolve} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Words parts={part.parts} resolve={resolve} />
        </em>
      )
    case 'link': {
      const href = resolve(part.href)
      const words = <Words parts={part.parts} resolve={resolve} />
      if (href === undefined) return words
      return (
        <Anchor inherit underline="always" href={href}>
          {words}
        </Anchor>
      )
    }
  }
}
