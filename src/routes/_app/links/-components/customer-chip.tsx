import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { FilterChip } from '#client/components/list/chip.tsx'
import {
  isEnoughTyped,
  useCustomerSuggestions,
} from '#client/features/customers/use-customer-suggestions.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { trpc } from '#client/trpc.ts'
import classes from './links.module.css'

const texts = linkMails.customer

type Props = { id: string | undefined; onChange: (id: string | undefined) => void }

/** Filters the links by customer, found by name or e-mail address. */
export function CustomerChip({ id, onChange }: Props) {
  const { data } = trpc.customers.get.useQuery(
    { id: id ?? '' },
    { retry: false, enabled: id !== undefined },
  )
  return (
    <FilterChip
      add={texts.add}
      active={id && paymentLinks.filters.customer(data?.name ?? id)}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <CustomerSearch
          onChoose={(chosen) => {
            close()
            onChange(chosen)
          }}
        />
      )}
    </FilterChip>
  )
}

function CustomerSearch({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const { suggestions, isSettled, isFailed } = useCustomerSuggestions(typed)
  const [first] = suggestions
  const noMatchText = isSettled && suggestions.length === 0 ? texts.none : undefined
  const statusText = !isEnoughTyped(typed) ? texts.typing : isFailed ? texts.failed : noMatchText
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSettled && first) onChoose(first.id)
      }}
    >
      <Stack gap="xs" w="16rem">
        <TextInput
          label={texts.label}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {suggestions.length > 0 && (
          <ul className={classes.found} aria-label={texts.label}>
            {suggestions.map(({ id, name, email }) => (
              <li key={id}>
                <UnstyledButton className={classes.choice} onClick={() => onChoose(id)}>
                  <Text size="sm" component="span" display="block">
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed" component="span" display="block">
                    {email}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        <Text size="xs" c="dimmed" role="status">
          {statusText}
        </Text>
      </Stack>
    </form>
  )
}
