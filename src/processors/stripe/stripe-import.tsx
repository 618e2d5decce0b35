import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type Ref, useRef } from 'react'
import { isGivenUp } from '#client/lib/confirmation.ts'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import type {
  PaymentImport,
  ProcessorAccount,
} from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { StripesWords } from './key-fields.tsx'
import { refusalOf } from './stripe-keys.ts'

const texts = stripe.import

type Props = { account: ProcessorAccount }

/** The import of an account's earlier payments, which owners start. */
export function OwnedImport({ account: { id, import: known } }: Props) {
  const { mutate, isPending, error } = trpc.processorAccounts.import.useMutation()
  const place = useRef<HTMLDivElement>(null)
  const isRunning = known?.state === 'running'
  // The button disappears while the import runs.
  useRescuedFocus(isRunning, () => place.current)
  const ask = (
    <div>
      <Button variant="default" loading={isPending} onClick={() => mutate({ id })}>
        {known ? texts.again : texts.start}
      </Button>
    </div>
  )
  return (
    <Place ref={place}>
      {known ? <Standing known={known} /> : <Text size="sm">{texts.offer}</Text>}
      {error && !isGivenUp(error) && <Refused error={error} />}
      {!isRunning && ask}
    </Place>
  )
}

/** The import's progress for staff, once an owner has started it. */
export const ReadImport = ({ account: { import: known } }: Props) =>
  known && (
    <Place>
      <Standing known={known} />
    </Place>
  )

type PlaceProps = { ref?: Ref<HTMLDivElement>; children: ReactNode }

const Place = ({ ref, children }: PlaceProps) => (
  <Stack ref={ref} gap="xs" role="region" aria-label={texts.title} tabIndex={-1}>
    <Text size="sm" fw={500}>
      {texts.title}
    </Text>
    {children}
  </Stack>
)

function Standing({ known: { state, count, failures } }: { known: PaymentImport }) {
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
  const { says, failure } = refusalOf(error)
  return (
    <Alert color="red" role="alert" title={texts.failed}>
      <Text size="sm">{failure ?? texts.refused}</Text>
      {says.length > 0 && <StripesWords says={says} />}
    </Alert>
  )
}
