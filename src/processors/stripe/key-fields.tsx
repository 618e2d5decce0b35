import { Alert, Button, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ExternalLink } from '#client/features/guides/external-link.tsx'
import { isLiveBook, shownBook } from '#client/lib/book.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { stripe } from '#client/processors/stripe/texts/en/stripe.ts'
import classes from '../account.module.css'
import { isFullKey, type StripeKeys } from './stripe-keys.ts'

const texts = stripe.fields

const keysPage = `https://dashboard.stripe.com/${isLiveBook ? '' : 'test/'}apikeys`

/** Props of a field for a pasted secret, which no browser should offer to store or fill in. */
const secret = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 300,
  className: classes.key,
  visibilityToggleButtonProps: { 'aria-label': texts.showKey },
} as const

/** Returns `aria-invalid` for password fields; the library sets it itself only for other fields. */
const isWrong = ({ errors }: Form<StripeKeys>, field: keyof StripeKeys): true | undefined =>
  errors[field] === undefined ? undefined : true

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
      <PasswordInput
        label={texts.secretKey}
        placeholder={`rk_${shownBook}_…`}
        required={isNew}
        withAsterisk={false}
        data-autofocus
        {...secret}
        {...form.input('secretKey')}
        aria-invalid={isWrong(form, 'secretKey')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {messages.length > 0 && <StripeMessages says={messages} />}
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

/** Stripe's messages about a key, in English. */
export const StripeMessages = ({ says: messages }: { says: readonly string[] }) => (
  <Alert color="red" p="xs" role="note" aria-label={stripe.refused.says}>
    <ul lang="en" className={classes.words}>
      {messages.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </Alert>
)

type FieldsProps = { form: Form<StripeKeys>; isNew: boolean }

export function PublishableKeyField({ form, isNew }: FieldsProps) {
  return (
    <TextInput
      label={texts.publishableKey}
      placeholder={`pk_${shownBook}_…`}
      required={isNew}
      withAsterisk={false}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={300}
      className={classes.key}
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
        <PasswordInput
          label={texts.webhookSecret}
          description={
            isNew ? texts.webhookSecretLater(`${location.origin}/hooks/`) : texts.webhookSecretNew
          }
          placeholder="whsec_…"
          {...secret}
          {...form.input('webhookSecret')}
          aria-invalid={isWrong(form, 'webhookSecret')}
        />
      )}
    </>
  )
}
