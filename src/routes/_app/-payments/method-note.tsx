import { Anchor, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { shownMode } from '#client/lib/mode.ts'
import { connectableFor } from '#client/processors/identities.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { payments } from '#client/texts/en/payments.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'
import type { MethodProcessors } from './method-processors.ts'
import classes from './payments.module.css'

const texts = payments.takes

type Props = { id: string; method: PaymentMethod; processors: MethodProcessors | undefined }

/** The processor of the chosen method and its next step, or how to get a processor for it. */
export function MethodNote({ id, method, processors }: Props) {
  return (
    <Text component="div" size="sm" c="dimmed" id={id} className={classes.note} aria-live="polite">
      {processors &&
        (processors[method] === null ? (
          <NotConnected method={method} />
        ) : (
          nextStepOf(method, processors[method])
        ))}
    </Text>
  )
}

function nextStepOf(method: PaymentMethod, name: string): string {
  if (name === 'transfer') return texts.transfer[shownMode]
  return pageProcessor(name)?.takes[method]?.[shownMode] ?? texts.sandbox
}

/** Owners get a link to the settings; staff cannot connect accounts there. */
function NotConnected({ method }: { method: PaymentMethod }) {
  const { data } = trpc.team.role.useQuery()
  const names = connectableFor(method)
  return (
    <span className={classes.missing}>
      <IconPlugConnectedX size={16} aria-hidden />
      <span>
        {texts.none(methodNames[method])}{' '}
        {data?.role === 'owner' && (
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link {...props} to="/settings" search={{ tab: 'payments' }} />}
          >
            {names === '' ? texts.enterIban : texts.connect(names)}
          </Anchor>
        )}
        {data?.role === 'staff' && (names === '' ? texts.askOwnerForIban : texts.askOwner(names))}
      </span>
    </span>
  )
}
