import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialog.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import {
  isSameView,
  type SavedView,
  useSavedViews,
} from '#client/features/transactions/saved-views.ts'
import {
  searchDefaults,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { isBlank, useForm } from '#client/lib/use-form.ts'
import { transactions } from '#client/texts/transactions.ts'

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
      {(!isAll || store.views.length > 0) && (
        <ViewLink name={texts.all} search={{ ...searchDefaults }} isCurrent={isAll} />
      )}
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

type ViewQuestion =
  | { kind: 'save'; search: TransactionSearch }
  | { kind: 'rename' | 'remove'; view: SavedView }

type ViewDialogProps = {
  question: ViewQuestion
  store: ReturnType<typeof useSavedViews>
  onClose: () => void
}

function ViewDialog(props: ViewDialogProps) {
  const { question, ...rest } = props
  return question.kind === 'remove' ? (
    <RemoveDialog view={question.view} {...rest} />
  ) : (
    <NameDialog question={question} {...rest} />
  )
}

type RemoveProps = Omit<ViewDialogProps, 'question'> & { view: SavedView }

function RemoveDialog({ view: { id, name }, store, onClose }: RemoveProps) {
  const [isPending, setIsPending] = useState(false)
  const confirm = async () => {
    setIsPending(true)
    if (await told(store.remove(id), texts.removed(name))) onClose()
    else setIsPending(false)
  }
  return (
    <ConfirmDialog
      opened
      title={texts.removeTitle(name)}
      action={texts.remove}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Text size="sm">{texts.removeHelp}</Text>
    </ConfirmDialog>
  )
}

/** Says what became of a change; false when it was refused. */
async function told(change: Promise<unknown>, done: { title: string; message: string }) {
  try {
    await change
    notify.success(done)
    return true
  } catch (error) {
    notify.error({ title: texts.failed, message: readProblem(error).detail })
    return false
  }
}

type NameProps = ViewDialogProps & { question: Exclude<ViewQuestion, { kind: 'remove' }> }

function NameDialog({ question, store, onClose }: NameProps) {
  const view = 'view' in question ? question.view : undefined
  const form = useForm({
    initial: { name: view?.name ?? '' },
    check: ({ name }) => (isBlank(name) ? { name: texts.nameMissing } : {}),
  })

  const confirm = form.onSubmit(async (values) => {
    const name = values.name.trim()
    const isDone = view
      ? await told(store.rename(view.id, name), texts.renamed(name))
      : 'search' in question && (await told(store.save(name, question.search), texts.saved(name)))
    if (isDone) onClose()
  })

  return (
    <ConfirmDialog
      opened
      title={view ? texts.rename : texts.saveTitle}
      action={view ? texts.rename : texts.save}
      back={texts.back}
      isPending={form.isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {!view && <Text size="sm">{texts.saveHelp}</Text>}
      <TextInput
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={60}
        autoComplete="off"
        {...form.input('name')}
      />
    </ConfirmDialog>
  )
}
