import { Alert, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { ErrorState } from '#client/components/error-state.tsx'
import { MethodMark } from '#client/components/method-mark.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import { methodWords } from '#client/texts/en/methods.ts'
import { trpc } from '#client/trpc.ts'
import type { OfferedMethods } from '#server/features/processor-accounts/methods/offered-methods.schema.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { methodTypeName } from '#server/shared/money/used-method.ts'
import { ProcessorMessages } from '../account/processor-messages.tsx'
import { identity } from './identity.ts'

const texts = stripe.methods

type Props = { account: ProcessorAccount }

/** Switches with which owners choose the methods that Stripe's page offers, among those of the account. */
export function OfferedMethodSwitches({ account: { id } }: Props) {
  const offered = trpc.processorAccounts.methods.useQuery({ id })
  return (
    <Stack gap="xs" role="region" aria-label={texts.title}>
      <Text size="sm" fw={500}>
        {texts.title}
      </Text>
      {offered.data && <Methods id={id} offered={offered.data} />}
      {offered.isPending && <Skeleton height="4rem" />}
      {offered.error && !offered.data && (
        <ErrorState
          error={offered.error}
          onRetry={() => void offered.refetch()}
          isRetrying={offered.isFetching}
        />
      )}
    </Stack>
  )
}

function Methods({
  id,
  offered: { methods, says, further },
}: {
  id: string
  offered: OfferedMethods
}) {
  if (methods === null) {
    return (
      <Alert color="yellow">
        <Text size="sm">{texts.unreadable}</Text>
        {says !== null && <ProcessorMessages label={identity.label} says={[says]} />}
      </Alert>
    )
  }
  return (
    <>
      <Text size="sm">{texts.text}</Text>
      <MethodList id={id} methods={methods} />
      {further.map((method) => (
        <AdditionalMethodSwitch key={method.paymentMethod} id={id} method={method} />
      ))}
    </>
  )
}

type Method = NonNullable<OfferedMethods['methods']>[number]

const isOffered = ({ isOn, isExcluded }: Method) => isOn && !isExcluded

function MethodList({ id, methods }: { id: string; methods: Method[] }) {
  const utils = trpc.useUtils()
  const { mutate, isPending, error } = trpc.processorAccounts.excludeMethods.useMutation({
    onSettled: () => utils.processorAccounts.methods.invalidate({ id }),
  })
  const isLast = methods.filter(isOffered).length === 1
  const change = (type: string, isExcluded: boolean) => {
    const others = methods.filter((method) => method.isExcluded && method.type !== type)
    mutate({
      id,
      excluded: [...others.map((method) => method.type), ...(isExcluded ? [type] : [])],
    })
  }
  return (
    <Stack gap={6}>
      {methods.map((method) => (
        <Switch
          key={method.type}
          label={<MethodLabel method={method} />}
          description={descriptionOf(method, isLast)}
          checked={isOffered(method)}
          disabled={isPending || !method.isOn || (isLast && isOffered(method))}
          onChange={(event) => change(method.type, !event.currentTarget.checked)}
        />
      ))}
      {error && (
        <Alert color="red" role="alert" title={texts.failed}>
          {error.message}
        </Alert>
      )}
    </Stack>
  )
}

type AdditionalMethod = OfferedMethods['further'][number]

/** Switch that sends PayPal's payments to the Stripe account. It can be switched off while PayPal is off at Stripe. */
function AdditionalMethodSwitch({ id, method }: { id: string; method: AdditionalMethod }) {
  const { paymentMethod, isOn, isTaken } = method
  const utils = trpc.useUtils()
  const { mutate, isPending, error } = trpc.processorAccounts.setFurtherMethod.useMutation({
    onSettled: () => utils.processorAccounts.methods.invalidate({ id }),
  })
  return (
    <>
      <Switch
        label={texts.further}
        description={isOn ? texts.furtherText : texts.furtherOff}
        checked={isTaken}
        disabled={isPending || (!isOn && !isTaken)}
        onChange={({ currentTarget: { checked } }) =>
          mutate({ id, paymentMethod, isTaken: checked })
        }
      />
      {error && (
        <Alert color="red" role="alert" title={texts.failed}>
          {error.message}
        </Alert>
      )}
    </>
  )
}

const MethodLabel = ({ method: { type, isOn } }: { method: Method }) => (
  <>
    <MethodMark word={type} /> {methodTypeName(type, methodWords)}{' '}
    {!isOn && <Tag tone="neutral">{texts.off}</Tag>}
  </>
)

function descriptionOf(method: Method, isLast: boolean): string | undefined {
  if (!method.isOn) return texts.offText
  return isLast && isOffered(method) ? texts.last : undefined
}
