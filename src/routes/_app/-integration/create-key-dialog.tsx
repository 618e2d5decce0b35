import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Scope } from '#server/features/api-keys/api-keys.schema.ts'
import { isGivenUp } from '../../../lib/confirmation.ts'
import { inDays } from '../../../lib/moments.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { apiKeys } from '../../../texts/api-keys.ts'
import { trpc } from '../../../trpc.ts'
import { DialogButtons } from '../../../components/dialog-buttons.tsx'
import { DialogFrame } from '../../../components/dialog-frame.tsx'
import { MadeKeyDialog } from './made-key-dialog.tsx'

const texts = apiKeys.create

const expiryDays = { never: undefined, d7: 7, d30: 30, d90: 90, d365: 365 } as const
type Expiry = keyof typeof expiryDays
const expiries = Object.keys(expiryDays) as Expiry[]

const expiryOptions = expiries.map((value) => ({ value, label: texts.expiries[value] }))

const scopesIn = (values: readonly string[]): Scope[] =>
  Scope.options.filter((scope) => values.includes(scope))

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { mutate, data, error, isPending } = trpc.apiKeys.create.useMutation({
    onError: (failure) => {
      const { issues, detail } = readProblem(failure)
      if (isGivenUp(failure) || issues.some(({ path }) => path === 'name')) return
      notify.error({ title: apiKeys.failed, message: detail })
    },
  })
  if (data) return <MadeKeyDialog title={texts.doneTitle} secret={data.secret} onClose={onClose} />
  const refused = readProblem(error).issues.find(({ path }) => path === 'name')?.message
  return (
    <DialogFrame title={texts.title} onClose={isPending ? undefined : onClose}>
      <KeyForm
        isPending={isPending}
        refusedName={error ? refused : undefined}
        onSubmit={({ expiry, ...rest }) => {
          const days = expiryDays[expiry]
          mutate({ ...rest, expiresAt: days === undefined ? null : inDays(days) })
        }}
        onCancel={onClose}
      />
    </DialogFrame>
  )
}

type Values = { name: string; scopes: Scope[]; expiry: Expiry }

type FormProps = {
  isPending: boolean
  refusedName: string | undefined
  onSubmit: (values: Values) => void
  onCancel: () => void
}

function KeyForm({ isPending, refusedName, onSubmit, onCancel }: FormProps) {
  const [values, setValues] = useState<Values>({
    name: '',
    scopes: ['read', 'write'],
    expiry: 'never',
  })
  const [isChecked, setIsChecked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const isNameMissing = values.name.trim() === ''
  const isScopeMissing = values.scopes.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setIsChecked(true)
    if (isNameMissing) nameField.current?.focus()
    else if (!isScopeMissing) onSubmit(values)
  }
  return (
    <form noValidate aria-label={texts.title} onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          ref={nameField}
          label={texts.name}
          placeholder={texts.namePlaceholder}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={values.name}
          error={isChecked && isNameMissing ? texts.nameMissing : refusedName}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Checkbox.Group
          label={texts.scopes}
          value={values.scopes}
          error={isChecked && isScopeMissing ? texts.scopeMissing : undefined}
          onChange={(scopes) => change({ scopes: scopesIn(scopes) })}
        >
          <Stack gap="xs" mt="xs">
            {Scope.options.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={apiKeys.scopes[scope]}
                description={apiKeys.scopeHelp[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={texts.expiry}
          data={expiryOptions}
          value={values.expiry}
          onChange={({ currentTarget: { value } }) =>
            change({ expiry: expiries.find((each) => each === value) ?? 'never' })
          }
        />
        <DialogButtons texts={texts} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
