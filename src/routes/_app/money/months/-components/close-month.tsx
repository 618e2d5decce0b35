import { Button, Stack, Text, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { formatMonth } from '#client/lib/words/days.ts'
import { months } from '#client/texts/en/months.ts'
import { trpc } from '#client/trpc.ts'
import type { MonthDetail, NotedTax } from '#server/features/months/months.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'

const texts = months.close

/** Closes a month, after one confirmation that says what it means. */
export function CloseMonthButton({ month }: { month: MonthDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconLock size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {texts.open}
      </Button>
      {isOpen && <CloseMonthDialog month={month} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const taxLine = /^(\d{1,2}(?:[.,]\d{1,2})?)\s*%?\s*[:=]\s*(\d{1,10}(?:[.,]\d{1,2})?)$/

/** Returns the taxes of lines such as "22: 1802,46"; undefined when a line is unreadable. */
function taxesOf(text: string, currency: Currency): NotedTax[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const taxes = lines.map((line) => {
    const [, rate = '', amount = ''] = taxLine.exec(line) ?? []
    const [whole = '', fraction = ''] = amount.replace(',', '.').split('.')
    return { rate: rate.replace(',', '.'), currency, amount: `${whole}.${fraction.padEnd(2, '0')}` }
  })
  return taxes.every(({ rate }) => rate !== '') ? taxes : undefined
}

type Props = { month: MonthDetail; onClose: () => void }

function CloseMonthDialog({ month: { month, totals }, onClose }: Props) {
  const { currency } = useSignedIn().merchant
  const [typedTaxes, setTypedTaxes] = useState('')
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { mutate, isPending, error } = trpc.months.close.useMutation({
    onSuccess: () => {
      notify.success(texts.done(formatMonth(month)))
      onClose()
    },
  })
  const confirm = () => {
    const taxes = taxesOf(
      typedTaxes,
      totals.length === 1 && totals[0] ? totals[0].currency : currency,
    )
    setIsUnreadable(taxes === undefined)
    if (taxes) mutate({ month, taxes })
  }
  return (
    <ConfirmDialog
      opened
      title={texts.title(formatMonth(month))}
      action={texts.action}
      back={texts.back}
      isPending={isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        <Text size="sm">{texts.later}</Text>
        <Textarea
          label={texts.taxes}
          description={texts.taxesHelp}
          rows={3}
          maxLength={400}
          value={typedTaxes}
          error={isUnreadable && texts.badTaxes}
          onChange={(event) => setTypedTaxes(event.currentTarget.value)}
        />
        {error && <Failure title={texts.failed}>{readProblem(error).detail}</Failure>}
      </Stack>
    </ConfirmDialog>
  )
}
