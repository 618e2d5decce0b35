import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { customers } from '#client/texts/en/customers.ts'
import { customerStatuses } from '#server/features/customers/customer-enums.schema.ts'
import { NewCustomer } from '#server/features/customers/customers.schema.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import {
  type CustomerValues,
  checkCustomer,
  customerToast,
  newCustomerOf,
} from './customer-values.ts'

const { fields, placeholders } = customers

const statusOptions = customerStatuses.map((value) => ({ value, label: customers.statuses[value] }))

type Props = {
  label: string
  initial: CustomerValues
  /** Shows the status field, which only existing customers have: a new customer is active. */
  withStatus?: boolean
  note?: string
  submit: string
  submitting: string
  isPending: boolean
  /** Called with true while the fields hold unsaved changes, and with false otherwise. */
  onDirty: (isDirty: boolean) => void
  /** Resolves to the fields that the server refused. */
  onSubmit: (values: CustomerValues) => Promise<Issue[]>
  onCancel: () => void
}

export function CustomerForm(props: Props) {
  const { label, initial, withStatus = false, note, isPending, onDirty, onSubmit, onCancel } = props
  const form = useForm<CustomerValues>({
    initial,
    check: checkCustomer,
  })
  useEffect(() => notify.valid, [])
  const { isDirty } = form
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const submit = form.onSubmit(
    async (values) => {
      const [first] = refusedBySchema(form, NewCustomer, newCustomerOf(values)) ?? []
      if (first) notify.error({ title: customers.toasts.failed, message: first.message })
      else markRefusedFields(form, await onSubmit(values))
    },
    {
      isPending,
      onInvalid: (values) => notify.invalid(customerToast(values)),
    },
  )

  return (
    <form aria-label={label} noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={fields.name}
          required
          data-autofocus
          autoComplete="off"
          maxLength={200}
          placeholder={placeholders.name}
          {...form.input('name')}
        />
        <TextInput
          label={fields.email}
          required
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder={placeholders.email}
          {...form.input('email')}
        />
        {withStatus && (
          <NativeSelect label={fields.status} data={statusOptions} {...form.input('status')} />
        )}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        <DialogButtons
          texts={{ cancel: customers.cancel, submit: props.submit, submitting: props.submitting }}
          isPending={isPending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}
