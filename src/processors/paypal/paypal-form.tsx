import { Alert, List, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { ExternalLink } from '#client/features/guides/external-link.tsx'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { shownMode } from '#client/lib/mode.ts'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import { ProcessorMessages } from '../account/processor-messages.tsx'
import { keyInput, SecretInput } from '../account/secret-input.tsx'
import { identity } from './identity.ts'
import { keyProblems, type PayPalKeys, type PayPalRefusal } from './paypal-keys.ts'
import { isReachable } from './reachable.ts'

const words = texts.form

const keysPage = `https://developer.paypal.com/dashboard/applications/${shownMode === 'live' ? 'live' : 'sandbox'}`

type Props = {
  /** True when an account is connected, false when its keys are replaced. */
  isNew: boolean
  labels: { title: string; text?: string; submit: string; submitting: string; cancel: string }
  /** Resolves to the reason for a refusal; undefined when the keys were accepted. */
  onSubmit: (keys: PayPalKeys) => Promise<PayPalRefusal | undefined>
  onCancel: () => void
}

/** A form for the client id and the secret of a PayPal account. */
export function PayPalForm({ isNew, labels, onSubmit, onCancel }: Props) {
  const form = useForm<PayPalKeys>({
    initial: { clientId: '', secret: '', makeWebhook: isNew && isReachable(location) },
    check: keyProblems,
  })
  const [refusal, setRefusal] = useState<PayPalRefusal>()
  const submit = form.onSubmit(
    async (keys) => {
      const refused = await onSubmit(keys)
      if (!refused) return
      setRefusal(refused)
      form.refuse(refused.errors)
    },
    { onTry: () => setRefusal(undefined) },
  )
  return (
    <form noValidate aria-label={labels.title} onSubmit={submit}>
      <Stack gap="md">
        {labels.text && <Text size="sm">{labels.text}</Text>}
        <Steps />
        <TextInput
          label={words.clientId}
          required
          {...keyInput}
          data-autofocus
          {...form.input('clientId')}
        />
        {refusal && refusal.says.length > 0 && (
          <Stack gap="xs">
            <ProcessorMessages label={identity.label} says={refusal.says} />
            <Text size="sm">{texts.otherMode[shownMode]}</Text>
          </Stack>
        )}
        <SecretInput label={words.secret} required {...form.input('secret')} />
        {isNew && <Notifications form={form} />}
        {refusal?.failure !== undefined && (
          <Alert color="red" role="alert">
            {refusal.failure}
          </Alert>
        )}
        <DialogButtons texts={labels} isPending={form.isSending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** The steps that lead to the keys on PayPal's own pages. */
const Steps = () => (
  <div>
    <List type="ordered" size="sm" mb="xs">
      {words.steps[shownMode].map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
    <ExternalLink label={words.keysPage} href={keysPage} />
  </div>
)

/** The choice between notifications by PayPal and polling, with the reason where only polling works. */
function Notifications({ form }: { form: Form<PayPalKeys> }) {
  const canNotify = isReachable(location)
  return (
    <Switch
      label={words.notify}
      description={canNotify ? words.notifyHelp : words.notReachable(location.origin)}
      checked={form.values.makeWebhook}
      disabled={!canNotify}
      onChange={({ currentTarget }) => form.set({ makeWebhook: currentTarget.checked })}
    />
  )
}
