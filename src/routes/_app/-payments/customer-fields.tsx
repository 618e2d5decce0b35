import { Autocomplete, type AutocompleteProps, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useCustomerSuggestions } from '#client/features/customers/use-customer-suggestions.ts'
import type { PaymentValues } from '#client/features/transactions/payment-values.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { payments } from '#client/texts/en/payments.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'

const { fields, placeholders } = payments

type Field = 'customerName' | 'customerEmail'

type Props = { form: Form<PaymentValues> }

/** The customer's fields; choosing a suggestion in either field fills both. */
export function CustomerFields({ form }: Props) {
  const [active, setActive] = useState<Field>()
  const { suggestions } = useCustomerSuggestions(active ? form.values[active] : '')

  const suggestionProps = (field: Field, labelOf: (customer: Customer) => string) => ({
    label: fields[field],
    placeholder: placeholders[field],
    required: true,
    autoComplete: 'off',
    ...form.input(field),
    onChange: (text: string) => form.set({ [field]: text }),
    onFocus: () => setActive(field),
    comboboxProps: { keepMounted: false, withinPortal: false },
    // The server has already filtered the suggestions.
    filter: (({ options }) => options) satisfies AutocompleteProps['filter'],
    data:
      active === field
        ? suggestions.map((customer) => ({ value: customer.id, label: labelOf(customer) }))
        : [],
    renderOption: (({ option }) => (
      <Suggestion customer={suggestions.find(({ id }) => id === option.value)} />
    )) satisfies AutocompleteProps['renderOption'],
    onOptionSubmit: (id: string) => {
      const customer = suggestions.find((each) => each.id === id)
      if (!customer) return
      form.set({ customerName: customer.name, customerEmail: customer.email })
    },
  })

  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Autocomplete {...suggestionProps('customerName', ({ name }) => name)} />
      <Autocomplete
        {...suggestionProps('customerEmail', ({ email }) => email)}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </SimpleGrid>
  )
}

function Suggestion({ customer }: { customer: Customer | undefined }) {
  return (
    <div>
      <Text size="sm">{customer?.name}</Text>
      <Text size="xs" c="dimmed">
        {customer?.email}
      </Text>
    </div>
  )
}
