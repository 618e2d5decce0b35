import { Collapse, Paper, Table, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconFlask } from '@tabler/icons-react'
import { useId } from 'react'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { payments } from '#client/texts/en/payments.ts'
import { type MethodProcessors, methodsOf } from './method-processors.ts'
import classes from './payments.module.css'

const texts = payments.sandbox

type Props = { processors: MethodProcessors }

/** The test amounts of the methods that the sandbox takes; nothing where it takes none. */
export function SandboxHint({ processors }: Props) {
  const methods = methodsOf(processors, 'sandbox')
  const atOnce = methods.filter((method) => method !== 'bank')
  const hasBank = methods.includes('bank')
  // Open at first on a wide screen, where the table is beside the form; on a narrow screen it is closed.
  const [isOpen, { toggle }] = useDisclosure(!useNarrow())
  const id = useId()
  if (methods.length === 0) return null
  return (
    <Paper>
      <UnstyledButton
        className={classes.toggle}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        <IconFlask size={18} stroke={1.75} aria-hidden />
        <span className={classes.title}>{texts.title}</span>
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id} keepMountedMode="display-none">
        <div className={classes.body}>
          <Text size="sm" c="dimmed" mb="xs">
            {texts.intro}
          </Text>
          <Table fz="xs" horizontalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.ending}</Table.Th>
                {atOnce.length > 0 && (
                  <Table.Th>{atOnce.map((method) => methodNames[method]).join(', ')}</Table.Th>
                )}
                {hasBank && <Table.Th>{methodNames.bank}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {texts.rows.map(({ ending, outcome, bank }) => (
                <Table.Tr key={ending}>
                  <Table.Td fw={600}>{ending}</Table.Td>
                  {atOnce.length > 0 && <Table.Td>{outcome}</Table.Td>}
                  {hasBank && <Table.Td>{bank}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Collapse>
    </Paper>
  )
}
