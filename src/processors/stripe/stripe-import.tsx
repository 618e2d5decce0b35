import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type Ref, useRef } from 'react'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import type {
  PaymentImport,
  ProcessorAccount,
} from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { ProcessorMessages } from '../account/processor-messages.tsx'
import { identity } from './identity.ts'
import { refusalOf } from './stripe-keys.ts'

const texts = stripe.import

type Props = { account: ProcessorAccount }

/** The import of an account's earlier payments, which owners start. */
export function OwnerImport({ account: { id, import: paymentImport } }: Props) {
  const { mutate, isPending, error } = trpc.processorAccounts.import.useMutation()
  const container = useRef<HTMLDivElement>(null)
  const isRunning = paymentImport?.state === 'running'
  // The button disappears while the import runs.
  useRescuedFocus(isRunning, () => container.current)
  const startButton = (
    <div>
      <Button variant="default" loading={isPending} onClick={() => mutate({ id })}>
        {paymentImport ? texts.again : texts.start}
      </Button>
    </div>
  )
  return (
    <ImportSection ref={container}>
      {paymentImport ? (
        <ImportStatus known={paymentImport} />
      ) : (
        <Text size="sm">{texts.offer}</Text>
      )}
      {error && !isConfirmationDeclined(error) && <Refused error={error} />}
      {!isRunning && startButton}
    </ImportSection>
  )
}

/** The import's progress for staff, once an owner has started it. */
export const StaffImport = ({ account: { import: paymentImport } }: Props) =>
  paymentImport && (
    <ImportSection>
      <ImportStatus known={paymentImport} />
    </ImportSection>
  )

type ImportSectionProps = { ref?: Ref<HTMLDivElement>; children: ReactNode }

const ImportSection = ({ ref, children }: ImportSectionProps) => (
  <Stack ref={ref} gap="xs" role="region" aria-label={texts.title} tabIndex={-1}>
    <Text size="sm" fw={500}>
      {texts.title}
    </Text>
    {children}
  </Stack>
)

function ImportStatus({ known: { state, count, failures } }: { known: PaymentImport }) {
  const isRunning = state === 'running'
  return (
    <>
      <Text size="sm" role="status">
        {(isRunning ? texts.running : texts.done)(count, formatCount(count))}
      </Text>
      {isRunning && failures > 0 && <Alert color="yellow">{texts.delayed}</Alert>}
    </>
  )
}

function Refused({ error }: { error: unknown }) {
  const { says: messages, failure } = refusalOf(error)
  return (
    <Alert color="red" role="alert" title={texts.failed}>
      <Text size="sm">{failure ?? texts.refused}</Text>
      {messages.length > 0 && <ProcessorMessages label={identity.label} says={messages} />}
    </Alert>
  )
}
