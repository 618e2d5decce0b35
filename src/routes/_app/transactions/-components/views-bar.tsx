import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  isSameView,
  type SavedView,
  useSavedViews,
} from '../../../../features/transactions/saved-views.ts'
import {
  searchDefaults,
  type TransactionSearch,
} from '../../../../features/transactions/transaction-search.ts'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { ViewDialog, type ViewQuestion } from './view-dialog.tsx'

const texts = transactions.views

type Props = { search: TransactionSearch }

/** Named addresses of the list. Whatever is shown can be given a name, and 'All' leads back. */
export function ViewsBar({ search }: Props) {
  const { merchant } = useSignedIn()
  const store = useSavedViews(merchant.id)
  const [question, setQuestion] = useState<ViewQuestion>()
  const isAll = isSameView(search, { ...searchDefaults })
  const isSaved = store.views.some((view) => isSameView(view.search, search))
  return (
    <Group gap={4} component="nav" aria-label={texts.label}>
      <ViewLink name={texts.all} search={{ ...searchDefaults }} isCurrent={isAll} />
      {store.views.map((view) => {
        const isCurrent = isSameView(view.search, search)
        return (
          <Group key={view.id} gap={0} wrap="nowrap">
            <ViewLink name={view.name} search={view.search} isCurrent={isCurrent} />
            {isCurrent && <ViewMenu view={view} onAsk={setQuestion} />}
          </Group>
        )
      })}
      {!isAll && !isSaved && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setQuestion({ kind: 'save', search })}
        >
          {texts.save}
        </Button>
      )}
      {question && (
        <ViewDialog question={question} store={store} onClose={() => setQuestion(undefined)} />
      )}
    </Group>
  )
}

type ViewLinkProps = { name: string; search: TransactionSearch; isCurrent: boolean }

function ViewLink({ name, search, isCurrent }: ViewLinkProps) {
  return (
    <Button
      size="xs"
      maw="14rem"
      variant={isCurrent ? 'light' : 'subtle'}
      color={isCurrent ? undefined : 'gray'}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/transactions"
          search={search}
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? 'page' : undefined}
        />
      )}
    >
      {name}
    </Button>
  )
}

type ViewMenuProps = { view: SavedView; onAsk: (question: ViewQuestion) => void }

function ViewMenu({ view, onAsk }: ViewMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const ask = (kind: 'rename' | 'remove') => {
    // The dialog returns the focus to what holds it now.
    opener.current?.focus()
    onAsk({ kind, view })
  }
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" aria-label={texts.actions(view.name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => ask('rename')}>{texts.rename}</Menu.Item>
        <Menu.Item onClick={() => ask('remove')}>{texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
