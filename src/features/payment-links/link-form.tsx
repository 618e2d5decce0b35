import {
  Alert,
  Button,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { AmountField } from '#client/components/amount-field.tsx'
import { DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { type FieldErrors, type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { issuesOf, markRefusedFields } from '#client/lib/schema-issues.ts'
import { formatMoney, formatZero } from '#client/lib/words/format.ts'
import { typedAmount } from '#client/lib/words/typed-amount.ts'
import { partsOf } from '#client/lib/words/typed-parts.ts'
import { linkChoices as choiceTexts } from '#client/texts/en/link-choices.ts'
import { linkForm as texts } from '#client/texts/en/link-form.ts'
import { NewPaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { sortCurrencies } from '#server/shared/money/currencies.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { offerOf } from './choices/link-choice-values.ts'
import { LinkMore } from './link-more.tsx'
import {
  checkLink,
  emptyLink,
  fieldOfIssue,
  type LinkSettings,
  type LinkStart,
  type LinkValues,
  moreFields,
  newLinkOf,
} from './link-values.ts'
import classes from './payment-links.module.css'
import { RemindersSwitch } from './reminders-switch.tsx'
import type { LinkOutcome } from './send-link.ts'

type Props = {
  settings: LinkSettings
  initial: LinkValues
  start?: LinkStart | undefined
  /** True when the link has a customer, so that reminders can be sent. */
  asksCustomer: boolean
  /** An existing link is being edited. */
  isEdited: boolean
  onDirty: (isDirty: boolean) => void
  onSending: (isSending: boolean) => void
  /** Resolves to the outcome unless the call succeeded. */
  onSubmit: (values: LinkValues) => Promise<LinkOutcome>
  onCancel: () => void
}

export function LinkForm(props: Props) {
  const { settings, initial, start, isEdited, onDirty, onSubmit, onCancel } = props
  const { timezone, offered } = settings
  const check = (values: LinkValues) =>
    checkLink(values, { timezone, before: isEdited ? initial : undefined })
  const form = useForm<LinkValues>({ initial, check })
  const more = useMoreFields(form, initial)
  const [outcome, setOutcome] = useState<LinkOutcome>()
  // After a lost response the link may exist already, so closing the form need not warn.
  const isUnsaved = form.isDirty && outcome?.kind !== 'lost'
  useEffect(() => onDirty(isUnsaved), [isUnsaved, onDirty])

  const submit = form.onSubmit(
    async (values) => {
      const withFieldNames = (issues: readonly Issue[]) =>
        issues.map((issue) => ({ ...issue, path: fieldOfIssue(issue.path, values) }))
      const found = withFieldNames(issuesOf(NewPaymentLink, newLinkOf(values, { timezone, start })))
      if (markRefusedFields(more.form, found)) return
      setOutcome(undefined)
      props.onSending(true)
      const result = await onSubmit(values)
      props.onSending(false)
      if (result.kind === 'done') return
      setOutcome(result)
      if (result.kind === 'refused')
        markRefusedFields(more.form, withFieldNames(result.problem.issues))
    },
    { onInvalid: (values) => more.form.refuse(check(values)) },
  )

  return (
    <form noValidate aria-label={isEdited ? texts.editTitle : texts.newTitle} onSubmit={submit}>
      <Stack gap="md">
        {start?.customer && (
          <Text size="sm">
            {(form.values.uses === 'once' ? texts.forCustomerOnce : texts.forCustomer)(
              start.customer.name,
            )}
          </Text>
        )}
        <TextInput
          label={texts.title}
          placeholder={texts.titlePlaceholder}
          required
          data-autofocus
          autoComplete="off"
          maxLength={120}
          {...form.input('title')}
        />
        <Amounts form={form} offered={offered} isEdited={isEdited} />
        {props.asksCustomer && (
          <RemindersSwitch
            checked={form.values.hasReminders}
            onChange={(hasReminders) => form.set({ hasReminders })}
          />
        )}
        <MoreButton {...more} />
        {more.isOpen && (
          <div id={more.id}>
            <LinkMore form={form} timezone={timezone} />
          </div>
        )}
        <OutcomeMessage outcome={outcome} isEdited={isEdited} errors={form.errors} />
        <DialogButtons
          texts={{
            cancel: outcome?.kind === 'lost' ? texts.close : texts.cancel,
            submit: isEdited ? texts.save : texts.create,
            submitting: isEdited ? texts.saving : texts.creating,
          }}
          isPending={form.isSending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

/** Opens the collapsed fields when they hold values or when a field among them is refused. */
function useMoreFields(form: Form<LinkValues>, initial: LinkValues) {
  const usual = emptyLink(initial.currency)
  const [isOpen, setOpen] = useState(() =>
    moreFields.some((field) => field !== 'uses' && initial[field] !== usual[field]),
  )
  const refuse = (found: FieldErrors<LinkValues>): boolean => {
    // A field that is not rendered cannot take the focus.
    if (moreFields.some((field) => found[field])) flushSync(() => setOpen(true))
    return form.refuse(found)
  }
  return {
    id: useId(),
    isOpen,
    toggle: () => setOpen((before) => !before),
    form: { ...form, refuse },
  }
}

type MoreButtonProps = { id: string; isOpen: boolean; toggle: () => void }

function MoreButton({ id, isOpen, toggle }: MoreButtonProps) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        rightSection={<Icon size={16} aria-hidden />}
        onClick={toggle}
      >
        {isOpen ? texts.less : texts.more}
      </Button>
      {!isOpen && (
        <Text size="xs" c="dimmed" className={classes.moreHelp}>
          {texts.moreHelp}
        </Text>
      )}
    </>
  )
}

const kindOptions = (['fixed', 'chosen'] as const).map((value) => ({
  value,
  label: texts.kinds[value],
}))

type AmountsProps = {
  form: Form<LinkValues>
  offered: LinkSettings['offered']
  isEdited: boolean
}

function Amounts({ form, offered, isEdited }: AmountsProps) {
  const { amountKind, currency } = form.values
  const offer = offerOf(form.values)
  const currencyField = <CurrencyField form={form} offered={offered} isEdited={isEdited} />
  return (
    <>
      <SegmentedControl
        aria-label={texts.amountKind}
        data={kindOptions}
        value={amountKind}
        onChange={(kind) => form.set({ amountKind: kind === 'chosen' ? 'chosen' : 'fixed' })}
        fullWidth
      />
      {offer === 'items' ? (
        <div className={classes.amount}>
          <Text size="sm" c="dimmed">
            {choiceTexts.fromItems}
          </Text>
          {currencyField}
        </div>
      ) : amountKind === 'fixed' ? (
        <div className={classes.amount}>
          <AmountField
            label={offer === 'quantity' ? choiceTexts.priceOfOne : texts.amount}
            currency={currency}
            understood={offer === 'quantity' ? choiceTexts.costs : texts.asks}
            required
            placeholder={formatZero(currency)}
            {...form.input('amount')}
            onChange={(amount) => form.set({ amount })}
          />
          {currencyField}
        </div>
      ) : (
        <>
          <SimpleGrid cols={2} spacing="sm">
            <AmountField
              label={texts.min}
              currency={currency}
              understood={texts.least}
              {...form.input('minAmount')}
              onChange={(minAmount) => form.set({ minAmount })}
            />
            <AmountField
              label={texts.max}
              currency={currency}
              understood={texts.most}
              {...form.input('maxAmount')}
              onChange={(maxAmount) => form.set({ maxAmount })}
            />
          </SimpleGrid>
          <div className={classes.amount}>
            <TextInput
              label={texts.presets}
              description={describePresets(form.values)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              maxLength={100}
              {...form.input('presets')}
            />
            {currencyField}
          </div>
        </>
      )}
    </>
  )
}

function CurrencyField({ form, offered, isEdited }: AmountsProps) {
  return (
    <NativeSelect
      label={texts.currency}
      data={sortCurrencies([...offered, form.values.currency])}
      disabled={isEdited}
      title={isEdited ? texts.currencyStays : undefined}
      {...form.input('currency')}
    />
  )
}

/** Returns the parsed amounts as text, so that the merchant sees a mistake before a payer does. */
function describePresets({ presets, currency }: LinkValues): string {
  const amounts = partsOf(presets).map((text) => typedAmount(text, currency))
  const parsedAmounts = amounts.filter((amount) => amount !== undefined)
  if (parsedAmounts.length === 0 || parsedAmounts.length < amounts.length) return texts.presetsHelp
  return texts.proposes(parsedAmounts.map((amount) => formatMoney(amount, currency)).join(', '))
}

type OutcomeMessageProps = {
  outcome: LinkOutcome | undefined
  isEdited: boolean
  errors: FieldErrors<LinkValues>
}

/** The last attempt's outcome, unless a field shows it. */
function OutcomeMessage({ outcome, isEdited, errors }: OutcomeMessageProps) {
  if (outcome?.kind === 'lost') {
    return (
      <Alert color="yellow" role="alert" title={texts.lostTitle}>
        {isEdited ? texts.lostChange : texts.lost}
      </Alert>
    )
  }
  if (outcome?.kind !== 'refused' || Object.values(errors).some(Boolean)) return null
  return (
    <Failure title={isEdited ? texts.notSaved : texts.notMade}>{outcome.problem.detail}</Failure>
  )
}
