import { Alert, Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ExternalLink } from '#client/features/guides/external-link.tsx'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { isLiveMode, shownMode } from '#client/lib/mode.ts'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import { ProcessorMessages } from '../account/processor-messages.tsx'
import { keyInput, SecretInput } from '../account/secret-input.tsx'
import { identity } from './identity.ts'
import { isFullKey, type StripeKeys } from './stripe-keys.ts'

const texts = stripe.fields

const keysPage = `https://dashboard.stripe.com/${isLiveMode ? '' : 'test/'}apikeys`

type SecretKeyProps = {
  form: Form<StripeKeys>
  isNew: boolean
  /** Stripe's messages about the key. */
  says: readonly string[]
  isChecking: boolean
  onCheck: () => void
  onChange: (secretKey: string) => void
}

export function SecretKeyField(props: SecretKeyProps) {
  const { form, isNew, says: messages, isChecking, onCheck, onChange } = props
  return (
    <Stack gap="xs">
      <Text size="sm">
        {texts.whereKeys} <ExternalLink label={texts.whereKeysLink} href={keysPage} />
      </Text>
      <SecretInput
        label={texts.secretKey}
        placeholder={`rk_${shownMode}_…`}
        required={isNew}
        data-autofocus
        {...form.input('secretKey')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {messages.length > 0 && <ProcessorMessages label={identity.label} says={messages} />}
      {isFullKey(form.values.secretKey) && (
        <Alert color="yellow" p="xs" icon={<IconAlertTriangle aria-hidden />} role="status">
          {stripe.fullKey}
        </Alert>
      )}
      <Button variant="default" size="xs" w="fit-content" loading={isChecking} onClick={onCheck}>
        {stripe.check.open}
      </Button>
    </Stack>
  )
}

type FieldsProps = { form: Form<StripeKeys>; isNew: boolean }

export function PublishableKeyField({ form, isNew }: FieldsProps) {
  return (
    <TextInput
      label={texts.publishableKey}
      placeholder={`pk_${shownMode}_…`}
      required={isNew}
      {...keyInput}
      {...form.input('publishableKey')}
    />
  )
}

/** Fields for the endpoint that Stripe calls, created by Incasso or by the merchant. */
export function WebhookFields({ form, isNew }: FieldsProps) {
  const { makeWebhook } = form.values
  return (
    <>
      {isNew && (
        <Switch
          label={texts.makeWebhook}
          description={texts.makeWebhookHelp}
          checked={makeWebhook}
          onChange={({ currentTarget }) => form.set({ makeWebhook: currentTarget.checked })}
        />
      )}
      {!makeWebhook && (
        <SecretInput
          label={texts.webhookSecret}
          description={
            isNew ? texts.webhookSecretLater(`${location.origin}/hooks/`) : texts.webhookSecretNew
          }
          placeholder="whsec_…"
          {...form.input('webhookSecret')}
        />
      )}
    </>
  )
}
