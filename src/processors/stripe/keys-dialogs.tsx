import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import type { AccountDialogProps, DialogProps } from '#client/processors/account/account-words.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import { StripeForm } from './stripe-form.tsx'
import { refusalOf, type StripeKeys, typedKeys } from './stripe-keys.ts'

export function ConnectDialog({ onClose, substitute }: DialogProps) {
  const { mutateAsync, isPending } = trpc.processorAccounts.connect.useMutation()
  const connect = async (keys: StripeKeys) => {
    const { secretKey = '', publishableKey = '', webhookSecret } = typedKeys(keys)
    const { makeWebhook } = keys
    try {
      await mutateAsync({
        processor: 'stripe',
        secretKey,
        publishableKey,
        webhookSecret,
        makeWebhook,
      })
    } catch (error) {
      return isConfirmationDeclined(error) ? undefined : refusalOf(error)
    }
    notify.success(texts.connect.done)
    onClose()
    return undefined
  }
  return (
    <Dialog
      title={texts.connect.title}
      onClose={isPending ? undefined : onClose}
      substitute={substitute}
    >
      <StripeForm isNew words={texts.connect} onSubmit={connect} onCancel={onClose} />
    </Dialog>
  )
}

export function ChangeKeysDialog({ id, onClose, substitute }: AccountDialogProps) {
  const { mutateAsync, isPending } = trpc.processorAccounts.update.useMutation()
  const change = async (keys: StripeKeys) => {
    try {
      await mutateAsync({ id, ...typedKeys(keys) })
    } catch (error) {
      return isConfirmationDeclined(error) ? undefined : refusalOf(error)
    }
    notify.success(texts.change.done)
    onClose()
    return undefined
  }
  return (
    <Dialog
      title={texts.change.title}
      onClose={isPending ? undefined : onClose}
      substitute={substitute}
    >
      <StripeForm isNew={false} words={texts.change} onSubmit={change} onCancel={onClose} />
    </Dialog>
  )
}
