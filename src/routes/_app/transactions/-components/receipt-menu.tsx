import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconReceipt } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { usePaymentReceipt } from '#client/features/receipts/use-payment-receipt.ts'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { copyText } from '#client/lib/copy-text.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { receipts as texts } from '#client/texts/en/receipts.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { SendReceipt } from './send-receipt.tsx'

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
}

/** Prints, sends and copies the payer's receipt of a payment that succeeded. */
export function ReceiptMenu({ transaction, money }: Props) {
  const receipt = usePaymentReceipt(transaction)
  const opener = useRef<HTMLButtonElement>(null)
  const [isSending, setIsSending] = useState(false)
  const button = (
    <Button
      ref={opener}
      variant="default"
      leftSection={<IconReceipt size={16} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {texts.menu}
    </Button>
  )
  const load = async () => {
    const { error } = await receipt.refetch()
    if (error) notify.error({ title: texts.loadFailed, message: readProblem(error).detail })
  }
  if (!receipt.data) {
    return (
      <Button variant="default" loading={receipt.isFetching} onClick={() => void load()}>
        {texts.menu}
      </Button>
    )
  }
  const { url, content } = receipt.data
  // Moves the focus first, because the menu item disappears and the dialog returns the focus to the element
  // that has it now.
  const after = (act: () => unknown) => () => {
    opener.current?.focus()
    void act()
  }
  return (
    <>
      <Menu position="bottom-end" portalProps={{ target: '#content' }}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={after(() => setTimeout(() => window.print()))}>
            {texts.print}
          </Menu.Item>
          <EditorsOnly>
            <Menu.Item onClick={after(() => setIsSending(true))} disabled={!money}>
              {texts.send.open}
            </Menu.Item>
          </EditorsOnly>
          <Menu.Item onClick={after(() => copyLink(url))}>{texts.copy}</Menu.Item>
          <Menu.Item component="a" href={url} target="_blank" rel="noopener noreferrer">
            {texts.open}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSending && money && (
        <SendReceipt
          transaction={transaction}
          mailing={money.receipt}
          language={content.language}
          onClose={() => setIsSending(false)}
        />
      )}
    </>
  )
}

/** Copies the link; where the browser refuses, shows it to be copied by hand. */
const copyLink = (url: string) =>
  copyText(url, { copied: texts.copied, notCopied: { title: texts.notCopied, message: url } })
