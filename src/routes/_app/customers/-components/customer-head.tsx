import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCreditCardPay, IconEraser, IconLink, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  CustomerAvatar,
  CustomerStatusBadge,
  isErased,
} from '#client/features/customers/customer-marks.tsx'
import { useEditCustomer } from '#client/features/customers/edit-customer-dialog.tsx'
import { EraseCustomerDialog } from '#client/features/customers/erase-customer-dialog.tsx'
import { useCanEdit } from '#client/lib/hooks/use-can-edit.tsx'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { useNewLink } from '#client/routes/_app/-links/merchant-link-dialog.tsx'
import { customers } from '#client/texts/en/customers.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import classes from './customers.module.css'

type Props = { customer: Customer }

export function CustomerHead({ customer }: Props) {
  const { id, name, email, status } = customer
  const { make, dialog: linkDialog } = useNewLink()
  const { edit, dialog } = useEditCustomer()
  const [isErasing, setErasing] = useState(false)
  const erased = isErased(customer)
  const mayChange = useCanEdit()
  // Erasing the customer also removes the focused button.
  useRescuedFocus(erased)
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap" className={classes.headPerson}>
          <CustomerAvatar name={name} size="lg" />
          <Stack gap={4} className={classes.words}>
            <Group gap="xs">
              <Text fw={600} size="lg" className={classes.name}>
                {name}
              </Text>
              <CustomerStatusBadge status={status} />
            </Group>
            {!erased && (
              <Anchor href={`mailto:${email}`} size="sm" className={classes.name}>
                {email}
              </Anchor>
            )}
          </Stack>
        </Group>
        {!erased && mayChange && (
          <Group gap="xs">
            <Button
              leftSection={<IconCreditCardPay size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/payments" search={{ customer: id }} {...props} />}
            >
              {customers.detail.takePayment}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => make({ customer: { id, name } })}
            >
              {paymentLinks.request}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => edit(customer)}
            >
              {customers.edit}
            </Button>
            <Button
              variant="default"
              className={classes.danger}
              leftSection={<IconEraser size={16} aria-hidden />}
              onClick={() => setErasing(true)}
            >
              {customers.erase.open}
            </Button>
          </Group>
        )}
      </Group>
      {erased && (
        <Alert color="gray" mt="md">
          {customers.detail.erasedNote}
        </Alert>
      )}
      {dialog}
      {linkDialog}
      <EraseCustomerDialog
        customer={customer}
        opened={isErasing}
        onClose={() => setErasing(false)}
      />
    </Paper>
  )
}
