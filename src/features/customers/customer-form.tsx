import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { customerStatuses } from '#server/features/customers/customers.schema.ts'
import { notify } from '../../lib/notify.tsx'
import { customers } from '../../texts/customers.ts'
import {
  checkCustomer,
  type CustomerErrors,
  customerFields,
  customerToast,
  type CustomerValues,
} from './customer-values.ts'

const { fields, placeholders } = customers

const statusOptions = customerStatuses.map((value) => ({ value, label: customers.statuses[value] }))

type Props = {
  label: string
  initial: CustomerValues
  /** Only for customers that exist: a new one is active. */
  withStatus?: boolean
  note?: string
  submit: string
  submitting: string
  isPending: boolean
  /** Answers with the fields that were refused. */
  onSubmit: (values: CustomerValues) => Promise<CustomerErrors>
  onCancel: () => void
}

export function CustomerForm(props: Props) {
  const { label, initial, withStatus = false, note, isPending, onSubmit, onCancel } = props
  const form = useForm<CustomerValues>({ mode: 'controlled', initialValues: initial })

  const refuse = (errors: CustomerErrors) => {
    form.setErrors(errors)
    const firstBad = customerFields.find((field) => errors[field])
    if (firstBad) form.getInputNode(firstBad)?.focus()
  }

  const send = async () => {
    const errors = checkCustomer(form.values)
    const toast = customerToast(form.values, errors)
    if (toast) {
      notify.error(toast)
      refuse(errors)
      return
    }
    refuse(await onSubmit(form.values))
  }

  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void send()
      }}
    >
      <Stack gap="md">
        <TextInput
          label={fields.name}
          required
          data-autofocus
          autoComplete="off"
          maxLength={200}
          placeholder={placeholders.name}
          {...form.getInputProps('name')}
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
          {...form.getInputProps('email')}
        />
        {withStatus && (
          <NativeSelect
            label={fields.status}
            data={statusOptions}
            {...form.getInputProps('status')}
          />
        )}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={onCancel}>
            {customers.cancel}
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? props.submitting : props.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
