import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import {
  LinksPageSearch,
  linkDefaults,
  linkFilterKeys,
} from '#client/features/payment-links/link-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useAttempt } from '#client/lib/hooks/use-attempt.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { listInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { isNarrowed } from '#client/list/use-list.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { queries, trpc } from '#client/trpc.ts'
import { MerchantLinkDialog } from '../-links/merchant-link-dialog.tsx'
import { useLinkCommands } from '../-links/use-link-commands.tsx'
import { linkList, NoLinks } from './-components/link-list.tsx'

export const Route = createFileRoute('/_app/links/')({
  validateSearch: LinksPageSearch,
  search: { middlewares: [stripSearchParams(linkDefaults)] },
  loaderDeps: ({ search: { add: _, ...list } }) => list,
  loader: ({ deps }) =>
    prefetchList(deps, { list: (input) => queries.paymentLinks.list.prefetch(input) }),
  component: LinksPage,
})

function LinksPage() {
  const { add: isAdding = false, ...search } = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = trpc.paymentLinks.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  const { commands, dialog } = useLinkCommands()
  const context = useMemo(() => ({ commands }), [commands])
  const newLink = useNewLinkDialog()
  const newButton = useRef<HTMLButtonElement>(null)
  const toNewButton = useCallback(() => newButton.current, [])
  const attempt = useAttempt()
  const hasNoRows = query.data?.total === 0 && !isNarrowed(search, linkFilterKeys)
  // The first link removes the empty state and its focused button.
  useRescuedFocus(!hasNoRows, toNewButton)
  return (
    <ListPage
      list={linkList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={<NoLinks onMake={newLink.open} />}
      actions={
        !hasNoRows && (
          <EditorsOnly>
            <Button
              ref={newButton}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={newLink.open}
            >
              {paymentLinks.new}
            </Button>
          </EditorsOnly>
        )
      }
    >
      {dialog}
      {isAdding && (
        <MerchantLinkDialog attempt={attempt} onClose={newLink.close} substitute={toNewButton} />
      )}
    </ListPage>
  )
}

/** Opens and closes the dialog without adding history entries that Back would undo. */
function useNewLinkDialog() {
  // Relative to the current path, because a response may arrive after the page was left.
  const navigate = useNavigate()
  const set = (add: true | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, add }),
      replace: true,
      resetScroll: false,
    })
  return { open: () => set(true), close: () => set(undefined) }
}
