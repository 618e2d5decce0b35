import { Menu } from '@mantine/core'
import { isLiveBook, openBook, shownBook } from '#client/lib/book.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { books } from '#server/shared/book.ts'

/** The choice between test mode and live mode in the user menu, once the merchant has live mode. */
export function BookChoice() {
  const { data: merchant } = trpc.merchant.current.useQuery(undefined, { enabled: false })
  const { data } = trpc.merchant.books.useQuery(undefined, { enabled: merchant !== undefined })
  if (!isLiveBook && !data?.hasLive) return null
  return (
    <>
      <Menu.Label>{shell.book}</Menu.Label>
      <Menu.RadioGroup value={shownBook} aria-label={shell.book}>
        {books.map((book) => (
          <Menu.RadioItem
            key={book}
            value={book}
            onChange={() => {
              if (book !== shownBook) openBook(book)
            }}
          >
            {shell.books[book]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
