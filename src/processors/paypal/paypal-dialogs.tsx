import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import type { AccountDialogProps, DialogProps } from '#client/processors/account/account-words.ts'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import { trpc } from '#client/trpc.ts'
import { PayPalForm } from './paypal-form.tsx'
import { type PayPalKeys, refusalOf, secretKeyOf } from './paypal-keys.ts'

export function ConnectDialog({ onClose, substitute }: DialogProps) {
  const { mutateAsync, isPending } = trpc.processorAccounts.connect.useMutation()
  const connect = async ({ makeWebhook, ...keys }: PayPalKeys) => {
    try {
      await mutateAsync({ processor: 'paypal', secretKey: secretKeyOf(keys), makeWebhook })
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
      <PayPalForm isNew labels={texts.connect} onSubmit={connect} onCancel={onClose} />
    </Dialog>
  )
}

export function ChangeKeysDialog({ id, onClose, substitute }: AccountDialogProps) {
  const { mutateAsync, isPending } = trpc.processorAccounts.update.useMutation()
  const change = async (keys: PayPalKeys) => {
    try {
      await mutateAsync({ id, secretKey: secretKeyOf(keys) })
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
      <PayPalForm isNew={false} labels={texts.change} onSubmit={change} onCancel={onClose} />
    </Dialog>
  )
}
