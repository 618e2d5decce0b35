import { Alert, Anchor, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconEraser, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { CustomerAvatar } from '../../../../features/customers/customer-avatar.tsx'
import { CustomerStatusBadge } from '../../../../features/customers/customer-status-badge.tsx'
import { EraseCustomerDialog } from '../../../../features/customers/erase-customer-dialog.tsx'
import { isErased } from '../../../../features/customers/is-erased.ts'
import { useRescuedFocus } from '../../../../features/customers/use-focus.ts'
import { useEditCustomer } from '../../../../features/customers/use-edit-customer.tsx'
import { customers } from '../../../../texts/customers.ts'
import classes from './customer-detail.module.css'

type Props = { customer: Customer }

export function CustomerHead({ customer }: Props) {
  const { name, email, status } = customer
  const { edit, dialog } = useEditCustomer()
  const [isErasing, setErasing] = useState(false)
  const erased = isErased(customer)
  // The buttons go with the person.
  useRescuedFocus(erased)
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap" className={classes.person}>
          <CustomerAvatar name={name} size="lg" />
          <Stack gap={4} className={classes.words}>
            <Group gap="xs">
              <Title order={2} size="1.375rem" className={classes.name}>
                {name}
              </Title>
              <CustomerStatusBadge status={status} />
            </Group>
            {!erased && (
              <Anchor href={`mailto:${email}`} size="sm" className={classes.name}>
                {email}
              </Anchor>
            )}
          </Stack>
        </Group>
        {!erased && (
          <Group gap="xs">
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
      <EraseCustomerDialog
        customer={customer}
        opened={isErasing}
        onClose={() => setErasing(false)}
      />
    </Paper>
  )
}
