import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog, Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { isBlank, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import classes from '#client/processors/account/account.module.css'
import { transfer as texts } from '#client/processors/transfer/texts/en/transfer.ts'
import { trpc } from '#client/trpc.ts'
import type { TransferAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { isIban, printedIban } from '#server/shared/money/iban.ts'

type Props = {
  onClose: () => void
  /** Returns the element to focus where the button that opened the dialog is gone. */
  substitute: () => HTMLElement | null
}

type Values = { iban: string; holder: string }

const words = texts.form

const ibanProblem = (iban: string): string | undefined => {
  if (isBlank(iban)) return words.missingIban
  return isIban(iban) ? undefined : words.wrongIban
}

/** A form for the bank account to which payers transfer. */
export function TransferDialog({
  account,
  onClose,
  substitute,
}: Props & { account: TransferAccount | null }) {
  const { mutateAsync, isPending } = trpc.processorAccounts.connectTransfer.useMutation()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    initial: { iban: account ? printedIban(account.iban) : '', holder: account?.holder ?? '' },
    check: ({ iban, holder }) => ({
      iban: ibanProblem(iban),
      holder: isBlank(holder) ? words.missingHolder : undefined,
    }),
  })
  const submit = form.onSubmit(
    async (values) => {
      try {
        await mutateAsync(values)
      } catch (error) {
        if (!isConfirmationDeclined(error)) setFailure(readProblem(error).detail)
        return
      }
      notify.success(words.done)
      onClose()
    },
    { onTry: () => setFailure(undefined) },
  )
  return (
    <Dialog title={words.title} onClose={isPending ? undefined : onClose} substitute={substitute}>
      <form noValidate aria-label={words.title} onSubmit={submit}>
        <Stack gap="md">
          {account && <Text size="sm">{words.text}</Text>}
          <TextInput
            label={words.iban}
            placeholder="IT60 X054 2811 1010 0000 0123 456"
            required
            withAsterisk={false}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            className={classes.key}
            data-autofocus
            {...form.input('iban')}
          />
          <TextInput
            label={words.holder}
            description={words.holderHelp}
            required
            withAsterisk={false}
            maxLength={70}
            {...form.input('holder')}
          />
          {failure !== undefined && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <DialogButtons texts={words} isPending={form.isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

export function RemoveTransferDialog({ id, onClose, substitute }: Props & { id: string }) {
  const of = texts.removing
  const { mutate, isPending } = trpc.processorAccounts.disconnectTransfer.useMutation({
    onSuccess: () => {
      notify.success(of.done)
      onClose()
    },
    onError: (error) => {
      if (!isConfirmationDeclined(error)) {
        notify.error({ title: of.failed, message: readProblem(error).detail })
      }
    },
  })
  return (
    <ConfirmDialog
      opened
      title={of.title}
      action={of.action}
      back={of.back}
      isDestructive
      isPending={isPending}
      substitute={substitute}
      onClose={onClose}
      onConfirm={() => mutate({ id })}
    >
      <Text size="sm">{of.text}</Text>
    </ConfirmDialog>
  )
}
