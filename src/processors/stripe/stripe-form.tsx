import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import { PermissionResult } from '../account/permission-table.tsx'
import {
  NeededPermissions,
  PublishableKeyField,
  SecretKeyField,
  WebhookFields,
} from './key-fields.tsx'
import { sectionProcessor } from './section-processor.ts'
import {
  type KeyErrors,
  keyProblem,
  keyProblems,
  refusalOf,
  type StripeKeys,
  type StripeRefusal,
  unknownKey,
} from './stripe-keys.ts'

type Props = {
  /** True when an account is connected, false when its keys are changed. */
  isNew: boolean
  words: { title: string; text?: string; submit: string; submitting: string; cancel: string }
  /** Resolves to the reason for a refusal; undefined when the keys were accepted. */
  onSubmit: (keys: StripeKeys) => Promise<StripeRefusal | undefined>
  onCancel: () => void
}

/** A form for the keys of a Stripe account, with a check of their permissions before they are stored. */
export function StripeForm({ isNew, words, onSubmit, onCancel }: Props) {
  const form = useForm<StripeKeys>({
    initial: { secretKey: '', publishableKey: '', makeWebhook: isNew, webhookSecret: '' },
    check: (keys) => ({
      ...(isNew ? requireKeys(keys) : requireOneKey(keys)),
      ...keyProblems(keys),
    }),
  })
  const [refusal, setRefusal] = useState<StripeRefusal>()
  const refuse = (refused: StripeRefusal) => {
    setRefusal(refused)
    form.refuse(refused.errors)
  }
  const check = trpc.processorAccounts.check.useMutation({
    onSuccess: ({ permissions }) => {
      const refused = unknownKey(permissions)
      if (refused) refuse(refused)
    },
    onError: (error) => refuse(refusalOf(error)),
  })
  const forget = () => {
    setRefusal(undefined)
    check.reset()
  }
  const checkKey = () => {
    const { secretKey } = form.values
    forget()
    const problem = isBlank(secretKey)
      ? texts.missing.secretKey
      : keyProblem('secretKey', secretKey)
    if (!form.refuse({ secretKey: problem })) check.mutate({ processor: 'stripe', secretKey })
  }
  const submit = form.onSubmit(
    async (keys) => {
      const refused = await onSubmit(keys)
      if (refused) refuse(refused)
    },
    { onTry: () => setRefusal(undefined) },
  )
  const checked = check.data?.permissions
  const permissions = checked && !unknownKey(checked) ? checked : undefined
  return (
    <form noValidate aria-label={words.title} onSubmit={submit}>
      <Stack gap="md">
        {words.text && <Text size="sm">{words.text}</Text>}
        {isNew && !permissions && <NeededPermissions />}
        <SecretKeyField
          form={form}
          isNew={isNew}
          // The permission table already contains these messages.
          says={permissions ? [] : (refusal?.says ?? [])}
          isChecking={check.isPending}
          onCheck={checkKey}
          onChange={(secretKey) => {
            forget()
            form.set({ secretKey })
          }}
        />
        {permissions && <PermissionResult permissions={permissions} processor={sectionProcessor} />}
        <PublishableKeyField form={form} isNew={isNew} />
        <WebhookFields form={form} isNew={isNew} />
        {refusal?.failure !== undefined && (
          <Alert color="red" role="alert">
            {refusal.failure}
          </Alert>
        )}
        <DialogButtons texts={words} isPending={form.isSending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

const requireKeys = ({ secretKey, publishableKey }: StripeKeys): KeyErrors => ({
  ...(isBlank(secretKey) && { secretKey: texts.missing.secretKey }),
  ...(isBlank(publishableKey) && { publishableKey: texts.missing.publishableKey }),
})

const requireOneKey = ({ secretKey, publishableKey, webhookSecret }: StripeKeys): KeyErrors =>
  isBlank(secretKey + publishableKey + webhookSecret) ? { secretKey: texts.missing.any } : {}
