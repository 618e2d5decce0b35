import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx'
import type { SavedView, useSavedViews } from '../../../../features/transactions/saved-views.ts'
import type { TransactionSearch } from '../../../../features/transactions/transaction-search.ts'
import { notify } from '../../../../lib/notify.tsx'
import { transactions } from '../../../../texts/transactions.ts'

const texts = transactions.views

export type ViewQuestion =
  | { kind: 'save'; search: TransactionSearch }
  | { kind: 'rename' | 'remove'; view: SavedView }

type Props = {
  question: ViewQuestion
  store: ReturnType<typeof useSavedViews>
  onClose: () => void
}

export function ViewDialog({ question, store, onClose }: Props) {
  if (question.kind === 'remove') {
    const { id, name } = question.view
    return (
      <ConfirmDialog
        opened
        title={texts.removeTitle(name)}
        action={texts.remove}
        back={texts.back}
        isDestructive
        onClose={onClose}
        onConfirm={() => {
          store.remove(id)
          notify.success(texts.removed(name))
          onClose()
        }}
      >
        <Text size="sm">{texts.removeHelp}</Text>
      </ConfirmDialog>
    )
  }
  return <NameDialog question={question} store={store} onClose={onClose} />
}

type NameProps = Props & { question: Exclude<ViewQuestion, { kind: 'remove' }> }

function NameDialog({ question, store, onClose }: NameProps) {
  const view = 'view' in question ? question.view : undefined
  const [typed, setTyped] = useState(view?.name ?? '')
  const [error, setError] = useState<string>()

  const confirm = () => {
    const name = typed.trim()
    if (name === '') {
      setError(texts.nameMissing)
      return
    }
    if ('view' in question) {
      store.rename(question.view.id, name)
      notify.success(texts.renamed(name))
    } else {
      store.save(name, question.search)
      notify.success(texts.saved(name))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      title={view ? texts.rename : texts.saveTitle}
      action={view ? texts.rename : texts.save}
      back={texts.back}
      onClose={onClose}
      onConfirm={confirm}
    >
      {!view && <Text size="sm">{texts.saveHelp}</Text>}
      <TextInput
        label={texts.name}
        placeholder={texts.namePlaceholder}
        value={typed}
        error={error}
        maxLength={60}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
