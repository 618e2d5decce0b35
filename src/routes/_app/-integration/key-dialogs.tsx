import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { ConfirmDialog, Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { type Form, isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { inDays } from '#client/lib/words/days.ts'
import { apiKeys } from '#client/texts/en/api-keys.ts'
import { trpc } from '#client/trpc.ts'
import { type ApiKey, NewApiKey, Scope } from '#server/features/api-keys/api-keys.schema.ts'
import { SecretDialog } from './secret-dialog.tsx'

const texts = apiKeys.create

const expiryDays = { never: undefined, d7: 7, d30: 30, d90: 90, d365: 365 } as const
type Expiry = keyof typeof expiryDays
const expiries = Object.keys(expiryDays) as Expiry[]

const expiryOptions = expiries.map((value) => ({ value, label: texts.expiries[value] }))

/**
 * Returns the chosen scopes. A shop's key has no other scope, so choosing `shop` removes the other scopes and
 * choosing another scope removes `shop`.
 */
function scopesIn(values: readonly string[], before: readonly Scope[]): Scope[] {
  const chosen = Scope.options.filter((scope) => values.includes(scope))
  if (!chosen.includes('shop')) return chosen
  return before.includes('shop') && chosen.length > 1
    ? chosen.filter((scope) => scope !== 'shop')
    : ['shop']
}

type Values = { name: string; scopes: Scope[]; expiry: Expiry }

const newKeyOf = ({ expiry, ...rest }: Values) => {
  const days = expiryDays[expiry]
  return { ...rest, expiresAt: days === undefined ? null : inDays(days) }
}

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initial: { name: '', scopes: ['read', 'write'], expiry: 'never' },
    check: ({ name, scopes }) => ({
      ...(isBlank(name) && { name: texts.nameMissing }),
      ...(scopes.length === 0 && { scopes: texts.scopeMissing }),
    }),
  })
  const { mutate, data, isPending } = trpc.apiKeys.create.useMutation({
    onError: (failure) => {
      const { issues, detail } = readProblem(failure)
      if (isConfirmationDeclined(failure) || markRefusedFields(form, issues)) return
      notify.error({ title: apiKeys.failed, message: detail })
    },
  })
  if (data) return <NewKeyDialog title={texts.doneTitle} secret={data.secret} onClose={onClose} />
  return (
    <Dialog title={texts.title} onClose={isPending ? undefined : onClose}>
      <KeyForm
        form={form}
        isPending={isPending}
        onSubmit={(values) => {
          const input = newKeyOf(values)
          if (!refusedBySchema(form, NewApiKey, input)) mutate(input)
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}

type FormProps = {
  form: Form<Values>
  isPending: boolean
  onSubmit: (values: Values) => void
  onCancel: () => void
}

function KeyForm({ form, isPending, onSubmit, onCancel }: FormProps) {
  const submit = form.onSubmit(onSubmit, { isPending })
  return (
    <form noValidate aria-label={texts.title} onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          {...form.input('name')}
        />
        <Checkbox.Group
          label={texts.scopes}
          value={form.values.scopes}
          error={form.errors.scopes}
          onChange={(scopes) => form.set({ scopes: scopesIn(scopes, form.values.scopes) })}
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
        <NativeSelect label={texts.expiry} data={expiryOptions} {...form.input('expiry')} />
        <DialogButtons texts={texts} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

type Props = { title: string; secret: string; onClose: () => void }

/** Shows a new key, which is shown only once. */
const NewKeyDialog = ({ title, secret, onClose }: Props) => (
  <SecretDialog
    title={title}
    text={apiKeys.secretText}
    label={apiKeys.secretField}
    secret={secret}
    onClose={onClose}
  />
)

const rotateTexts = apiKeys.rotate

const overlapOptions = [0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({
  value: String(days),
  label: rotateTexts.overlaps(days),
}))

type RotateKeyDialogProps = { apiKey: ApiKey; onClose: () => void }

export function RotateKeyDialog({ apiKey: { id, name }, onClose }: RotateKeyDialogProps) {
  const form = useForm({ initial: { overlapDays: '1' } })
  const { mutate, data, isPending } = trpc.apiKeys.rotate.useMutation({
    onError: (error) => {
      if (isConfirmationDeclined(error)) return
      notify.error({ title: apiKeys.failed, message: readProblem(error).detail })
    },
  })
  if (data)
    return <NewKeyDialog title={rotateTexts.doneTitle} secret={data.secret} onClose={onClose} />
  const submit = form.onSubmit(
    ({ overlapDays }) => mutate({ id, overlapDays: Number(overlapDays) }),
    { isPending },
  )
  return (
    <Dialog title={rotateTexts.title(name)} onClose={isPending ? undefined : onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{rotateTexts.text}</Text>
          <NativeSelect
            label={rotateTexts.overlap}
            data={overlapOptions}
            data-autofocus
            {...form.input('overlapDays')}
          />
          <DialogButtons texts={rotateTexts} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

const revokeTexts = apiKeys.revoke

type RevokeKeyDialogProps = { apiKey: ApiKey | undefined; onClose: () => void }

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const { mutate, isPending } = trpc.apiKeys.revoke.useMutation({
    onSuccess: () => {
      notify.success(revokeTexts.done(apiKey?.name ?? ''))
      onClose()
    },
    onError: (error) => notify.error({ title: apiKeys.failed, message: readProblem(error).detail }),
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={revokeTexts.title(apiKey?.name ?? '')}
      action={revokeTexts.action}
      back={revokeTexts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => apiKey && mutate({ id: apiKey.id })}
    >
      <Text size="sm">{revokeTexts.text}</Text>
    </ConfirmDialog>
  )
}
