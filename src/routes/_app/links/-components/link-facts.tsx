import { Anchor, Paper, Text, Title } from '@mantine/core'

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { amountWords } from '#client/features/payment-links/link-words.ts'
import amounts from '#client/features/refunds/amounts.module.css'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { linkChoices } from '#client/texts/en/link-choices.ts'
import { linkForm } from '#client/texts/en/link-form.ts'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import { methodWords } from '#client/texts/en/methods.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { methodTypeName } from '#server/shared/money/used-method.ts'
import classes from './links.module.css'
import { SentMailsLink } from './sent-mails-link.tsx'

type Props = { link: PaymentLink; timezone: string }

export function LinkFacts({ link, timezone }: Props) {
  const { description, presets, currency, maxUses, expiresAt, questions, language } = link
  return (
    <FactList title={texts.facts} note={texts.zone(timezone)} labelWidth="9rem">
      {description && (
        <Fact label={texts.description}>
          <span className={classes.words}>{description}</span>
        </Fact>
      )}
      <Fact label={texts.amount}>{amountWords(link)}</Fact>
      {presets.length > 0 && (
        <Fact label={texts.proposed}>
          {presets.map((preset) => formatMoney(preset, currency)).join(', ')}
        </Fact>
      )}
      <ChoiceFacts link={link} />
      <Fact label={texts.uses}>
        {maxUses === null
          ? texts.unlimited
          : texts.usesOf(formatCount(link.paidCount), formatCount(maxUses))}
      </Fact>
      <Fact label={texts.expires}>
        {expiresAt ? <DateText at={expiresAt} timezone={timezone} /> : texts.never}
      </Fact>
      {questions.length > 0 && (
        <Fact label={texts.questions}>
          {questions.map(({ label, isRequired }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same words
            <Text key={at} size="sm" className={classes.words}>
              {isRequired ? texts.required(label) : label}
            </Text>
          ))}
        </Fact>
      )}
      <Fact label={texts.after}>
        <span className={classes.words}>{link.afterUrl ?? link.afterMessage ?? texts.thanks}</span>
      </Fact>
      <Fact label={texts.language}>{linkForm.languages[language ?? 'own']}</Fact>
      {link.customerId && (
        <Fact label={texts.customer}>
          <CustomerName id={link.customerId} />
        </Fact>
      )}
      {link.customerId && (
        <Fact label={linkMails.reminders.fact}>
          <Reminders link={link} timezone={timezone} />
        </Fact>
      )}
      {link.sourceTransactionId && (
        <Fact label={texts.source}>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/transactions/$transactionId"
                params={{ transactionId: link.sourceTransactionId ?? '' }}
              />
            )}
          >
            {texts.openSource}
          </Anchor>
        </Fact>
      )}
      <Fact label={texts.created}>
        <DateText at={link.createdAt} timezone={timezone} />
      </Fact>
      <Fact label={texts.updated}>
        <DateText at={link.updatedAt} timezone={timezone} />
      </Fact>
      <Fact label={texts.id}>
        <IdText value={link.id} copyLabel={texts.copyId} />
      </Fact>
    </FactList>
  )
}

/** Shows the choices and the methods of the link's payers. */
function ChoiceFacts({ link: { id, currency } }: { link: PaymentLink }) {
  const { data } = trpc.paymentLinks.choices.useQuery({ id })
  const words = linkChoices.facts
  if (!data) return null
  const { quantity, items, tipPercents, tipAmounts, methodTypes } = data
  const tips = [
    ...tipPercents.map((percent) => `${percent}%`),
    ...tipAmounts.map((amount) => formatMoney(amount, currency)),
  ]
  return (
    <>
      {quantity && (
        <>
          <Fact label={words.price}>{formatMoney(quantity.price, currency)}</Fact>
          <Fact label={words.quantity}>
            {words.range(formatCount(quantity.min), formatCount(quantity.max))}
          </Fact>
        </>
      )}
      {items.length > 0 && (
        <Fact label={words.items}>
          {items.map(({ title, price, maxQuantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same words
            <Text key={at} size="sm" className={classes.words}>
              {words.itemOf(title, formatMoney(price, currency))}
              {maxQuantity !== null && `, ${words.atMost(formatCount(maxQuantity))}`}
            </Text>
          ))}
        </Fact>
      )}
      {tips.length > 0 && <Fact label={words.tips}>{tips.join(', ')}</Fact>}
      {methodTypes && (
        <Fact label={linkForm.methods}>
          {methodTypes.map((type) => methodTypeName(type, methodWords)).join(', ')}
        </Fact>
      )}
    </>
  )
}

function Reminders({ link, timezone }: Props) {
  const { reminders } = linkMails
  const { hasReminders, nextReminderAt, sentCount } = link
  if (!hasReminders) return reminders.off
  if (nextReminderAt === null) return sentCount === 0 ? reminders.on : reminders.none
  return (
    <>
      {reminders.next} <DateText at={nextReminderAt} timezone={timezone} />
    </>
  )
}

function CustomerName({ id }: { id: string }) {
  const { data } = trpc.customers.get.useQuery({ id })
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to="/customers/$customerId" params={{ customerId: id }} />
      )}
    >
      {data?.name ?? id}
    </Anchor>
  )
}

/** The link's counts, each linking to its payments. */
export function LinkCounts({ link }: { link: PaymentLink }) {
  const { id, title, currency, openedCount, paymentCount, paidCount, paidAmount } = link
  const all = { linkId: id }
  const paid = { ...all, status: 'success' as const }
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={texts.counts}>
      <Title order={2} mb="sm">
        {texts.counts}
      </Title>
      <dl className={amounts.amounts}>
        {link.customerId && (
          <Count label={linkMails.sent}>
            <SentMailsLink link={link}>{formatCount(link.sentCount)}</SentMailsLink>
          </Count>
        )}
        <Count label={texts.opened} help={texts.openedHelp}>
          {formatCount(openedCount)}
        </Count>
        <Count label={texts.payments} help={texts.paymentsHelp}>
          <Anchor
            inherit
            aria-label={paymentLinks.paymentsOf(formatCount(paymentCount), title)}
            renderRoot={(props) => <Link {...props} to="/transactions" search={all} />}
          >
            {formatCount(paymentCount)}
          </Anchor>
        </Count>
        <Count label={texts.paid} help={texts.paidHelp}>
          <Anchor
            inherit
            aria-label={paymentLinks.paidOf(formatCount(paidCount), title)}
            renderRoot={(props) => <Link {...props} to="/transactions" search={paid} />}
          >
            {formatCount(paidCount)}
          </Anchor>
        </Count>
        <Count label={texts.sum} isStrong>
          <MoneyText amount={paidAmount} currency={currency} />
        </Count>
      </dl>
    </Paper>
  )
}

type CountProps = { label: string; help?: string; isStrong?: boolean; children: ReactNode }

const Count = ({ label, help, isStrong = false, children }: CountProps) => (
  <div className={amounts.amount} data-strong={isStrong || undefined}>
    <dt>{label}</dt>
    <dd>
      {children}
      {help && <span className={amounts.until}>{help}</span>}
    </dd>
  </div>
)
