import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react'
import { type ReactElement, useRef, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { MenuOnUse } from '#client/components/menus/menu-on-use.tsx'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { views as texts } from '#client/texts/en/views.ts'
import {
  isSameView,
  type ListOfViews,
  type ListSearch,
  type SavedView,
  useSavedViews,
} from './saved-views.ts'

/** Renders a view's link; only the page knows its own route. */
type RenderLink<Search> = (search: Search, isCurrent: boolean, props: object) => ReactElement

type Props<Search extends ListSearch> = {
  of: ListOfViews<Search>
  merchantId: string
  search: Search
  renderLink: RenderLink<Search>
}

/** The saved views of a list. The current state can be saved under a name, and 'All' clears it. */
export function ViewsBar<Search extends ListSearch>({
  of,
  merchantId,
  search,
  renderLink,
}: Props<Search>) {
  const store = useSavedViews(merchantId, of)
  const [question, setQuestion] = useState<ViewQuestion<Search>>()
  const isAll = isSameView(search, of.defaults)
  const link = { renderLink }
  const isSaved = store.views.some((view) => isSameView(view.search, search))
  return (
    <Group gap={4} component="nav" aria-label={texts.label}>
      {(!isAll || store.views.length > 0) && (
        <ViewLink {...link} name={texts.all} search={of.defaults} isCurrent={isAll} />
      )}
      {store.views.map((view) => {
        const isCurrent = isSameView(view.search, search)
        return (
          <Group key={view.id} gap={0} wrap="nowrap">
            <ViewLink {...link} name={view.name} search={view.search} isCurrent={isCurrent} />
            {isCurrent && (
              <ViewMenu name={view.name} onAsk={(kind) => setQuestion({ kind, view })} />
            )}
          </Group>
        )
      })}
      {!isAll && !isSaved && (
        <Button
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setQuestion({ kind: 'save', search })}
        >
          {texts.save}
        </Button>
      )}
      {question && (
        <ViewDialog
          example={of.example}
          question={question}
          store={store}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Group>
  )
}

type ViewLinkProps<Search> = {
  name: string
  search: Search
  isCurrent: boolean
  renderLink: RenderLink<Search>
}

function ViewLink<Search>({ name, search, isCurrent, renderLink }: ViewLinkProps<Search>) {
  return (
    <Button
      maw="14rem"
      variant={isCurrent ? 'light' : 'subtle'}
      color={isCurrent ? undefined : 'gray'}
      renderRoot={(props) => renderLink(search, isCurrent, props)}
    >
      {name}
    </Button>
  )
}

type ViewMenuProps = { name: string; onAsk: (kind: 'rename' | 'remove') => void }

function ViewMenu({ name, onAsk: onChoose }: ViewMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const choose = (kind: 'rename' | 'remove') => {
    // The dialog later returns the focus to the element that has it now.
    opener.current?.focus()
    onChoose(kind)
  }
  return (
    <MenuOnUse
      position="bottom-start"
      withinPortal={false}
      opener={opener}
      target={
        <ActionIcon variant="subtle" aria-label={texts.actions(name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={() => choose('rename')}>{texts.rename}</Menu.Item>
      <Menu.Item onClick={() => choose('remove')}>{texts.remove}</Menu.Item>
    </MenuOnUse>
  )
}

type ViewQuestion<Search> =
  | { kind: 'save'; search: Search }
  | { kind: 'rename' | 'remove'; view: SavedView<Search> }

type ViewDialogProps<Search extends ListSearch> = {
  /** An example name for a view. */
  example: string
  question: ViewQuestion<Search>
  store: ReturnType<typeof useSavedViews<Search>>
  onClose: () => void
}

function ViewDialog<Search extends ListSearch>(props: ViewDialogProps<Search>) {
  const { question, ...rest } = props
  return question.kind === 'remove' ? (
    <RemoveDialog view={question.view} {...rest} />
  ) : (
    <NameDialog question={question} {...rest} />
  )
}

type RemoveProps<Search extends ListSearch> = Omit<ViewDialogProps<Search>, 'question'> & {
  view: SavedView<Search>
}

function RemoveDialog<Search extends ListSearch>({
  view: { id, name },
  store,
  onClose,
}: RemoveProps<Search>) {
  const [isPending, setIsPending] = useState(false)
  const confirm = async () => {
    setIsPending(true)
    if (await notifyOutcome(store.remove(id), texts.removed(name))) onClose()
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

/** Notifies the person of a change's outcome; resolves to false when the server refused the change. */
async function notifyOutcome(change: Promise<unknown>, done: { title: string; message: string }) {
  try {
    await change
    notify.success(done)
    return true
  } catch (error) {
    notify.error({ title: texts.failed, message: readProblem(error).detail })
    return false
  }
}

function NameDialog<Search extends ListSearch>({
  example,
  question,
  store,
  onClose,
}: ViewDialogProps<Search>) {
  const view = 'view' in question ? question.view : undefined
  const form = useForm({
    initial: { name: view?.name ?? '' },
    check: ({ name }) => (isBlank(name) ? { name: texts.nameMissing } : {}),
  })

  const confirm = form.onSubmit(async (values) => {
    const name = values.name.trim()
    const isDone = view
      ? await notifyOutcome(store.rename(view.id, name), texts.renamed(name))
      : 'search' in question &&
        (await notifyOutcome(store.save(name, question.search), texts.saved(name)))
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
        placeholder={example}
        maxLength={60}
        autoComplete="off"
        {...form.input('name')}
      />
    </ConfirmDialog>
  )
}
