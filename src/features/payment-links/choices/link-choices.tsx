import { Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { AmountField } from '#client/components/amount-field.tsx'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { linkChoices as texts } from '#client/texts/en/link-choices.ts'
import { MAX_ITEM_TITLE } from '#server/features/payment-links/link-choices.schema.ts'
import type { LinkValues } from '../link-values.ts'
import classes from '../payment-links.module.css'
import {
  filledItems,
  type ItemNumber,
  itemNumbers,
  offerOf,
  tipAmountsIn,
  tipPercentsIn,
} from './link-choice-values.ts'

type Props = { form: Form<LinkValues> }

const optionsOf = <T extends string>(values: readonly T[], names: Record<T, string>) =>
  values.map((value) => ({ value, label: names[value] }))

const offerOptions = optionsOf(['none', 'quantity', 'items'], texts.offers)
const tipOptions = optionsOf(['none', 'percent', 'amount'], texts.tipKinds)

/** The settings for what payers choose: a quantity or items, and tips. */
export function LinkChoiceFields({ form }: Props) {
  const { values } = form
  const offer = offerOf(values)
  return (
    <>
      {values.amountKind === 'fixed' && (
        <NativeSelect
          label={texts.offer}
          description={texts.offerHelp[offer] || undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={offerOptions}
          {...form.input('offer')}
        />
      )}
      {offer === 'quantity' && (
        <SimpleGrid cols={2} spacing="sm">
          <CountField form={form} field="minQuantity" label={texts.min} />
          <CountField form={form} field="maxQuantity" label={texts.max} />
        </SimpleGrid>
      )}
      {offer === 'items' && <Items form={form} />}
      <NativeSelect label={texts.tips} data={tipOptions} {...form.input('tipKind')} />
      {values.tipKind !== 'none' && (
        <TextInput
          label={texts.tipList}
          description={describeTips(values)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={values.tipKind === 'percent' ? texts.percentExample : undefined}
          autoComplete="off"
          maxLength={100}
          required
          {...form.input('tips')}
        />
      )}
    </>
  )
}

type CountFieldProps = Props & { field: 'minQuantity' | 'maxQuantity'; label: string }

const CountField = ({ form, field, label }: CountFieldProps) => (
  <TextInput
    label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={3}
    required
    {...form.input(field)}
  />
)

function Items({ form }: Props) {
  const lastFilled = filledItems(form.values).at(-1) ?? 0
  const [added, setAdded] = useState(2)
  const shown = Math.max(lastFilled, added)
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {texts.itemsHelp}
      </Text>
      {itemNumbers.slice(0, shown).map((number) => (
        <Item key={number} form={form} number={number} />
      ))}
      {shown < itemNumbers.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdded(shown + 1)}
        >
          {texts.addItem}
        </Button>
      )}
    </Stack>
  )
}

function Item({ form, number }: Props & { number: ItemNumber }) {
  const price = `itemPrice${number}` as const
  return (
    <div className={classes.item}>
      <TextInput
        aria-label={texts.item(number)}
        placeholder={number === 1 ? texts.itemPlaceholder : texts.item(number)}
        maxLength={MAX_ITEM_TITLE}
        autoComplete="off"
        {...form.input(`itemTitle${number}`)}
      />
      <AmountField
        aria-label={texts.price(number)}
        placeholder={texts.pricePlaceholder}
        currency={form.values.currency}
        understood={(amount) => amount}
        {...form.input(price)}
        onChange={(text) => form.set({ [price]: text })}
      />
      <TextInput
        aria-label={texts.itemMax(number)}
        placeholder={texts.itemMaxPlaceholder}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        {...form.input(`itemMax${number}`)}
      />
    </div>
  )
}

/** Returns the parsed tips as text, so that the merchant sees a mistake before a payer does. */
function describeTips({ tipKind, tips, currency }: LinkValues): string {
  const found =
    tipKind === 'percent'
      ? tipPercentsIn(tips).map((percent) => percent && `${percent}%`)
      : tipAmountsIn(tips, currency).map((amount) => amount && formatMoney(amount, currency))
  if (found.length === 0 || found.some((tip) => !tip)) return texts.tipsHelp
  return texts.suggests(found.join(', '))
}
