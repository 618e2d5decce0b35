import { Input, SimpleGrid, Stack, Text, useComputedColorScheme } from '@mantine/core'
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { StripeElementChangeEvent, StripeElementStyle } from '@stripe/stripe-js'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import {
  type CardField,
  COMPLETE,
  INCOMPLETE,
} from '#client/features/transactions/payment-values.ts'
import { payments } from '#client/texts/en/payments.ts'
import classes from '../card.module.css'
import type { CardFieldsProps } from '../processor.ts'
import { stripe } from './texts/en/stripe.ts'
import { useStripeCard } from './use-stripe-card.ts'

const { fields, placeholders } = payments

const elementOf = { cardNumber: 'cardNumber', expiry: 'cardExpiry', cvc: 'cardCvc' } as const

type Change = Pick<StripeElementChangeEvent, 'empty' | 'complete'> & {
  error?: { message: string } | undefined
}

export function StripeFields({ form, card }: Pick<CardFieldsProps, 'form' | 'card'>) {
  const [script, elements] = [useStripe(), useElements()]
  const { forget } = useStripeCard({ card, stripe: script, elements })
  const [stripeErrors, setStripeErrors] = useState<Partial<Record<CardField, string | undefined>>>(
    {},
  )
  const style = useFieldStyle()

  const propsOf = (field: CardField) => ({
    className: classes.typed ?? '',
    onChange: ({ empty, complete, error }: Change) => {
      forget()
      setStripeErrors((before) => ({ ...before, [field]: error?.message }))
      form.set({ [field]: empty ? '' : complete ? COMPLETE : INCOMPLETE })
    },
    options: {
      placeholder: placeholders[field],
      style,
      // Stripe's Link button would load from hosts that the page does not admit.
      ...(field === 'cardNumber' && { disableLink: true }),
    },
  })
  const framed = (field: CardField, element: ReactNode) => (
    <Framed
      label={fields[field]}
      name={form.input(field)['data-field']}
      error={stripeErrors[field] ?? form.errors[field]}
      onEnter={() => elements?.getElement(elementOf[field] as 'cardNumber')?.focus()}
    >
      {element}
    </Framed>
  )
  return (
    <Stack gap="sm" className={classes.card}>
      {framed('cardNumber', <CardNumberElement {...propsOf('cardNumber')} />)}
      <SimpleGrid cols={2} spacing="md">
        {framed('expiry', <CardExpiryElement {...propsOf('expiry')} />)}
        {framed('cvc', <CardCvcElement {...propsOf('cvc')} />)}
      </SimpleGrid>
      <Text size="xs" c="dimmed" className={classes.note}>
        <IconLock size={14} aria-hidden />
        {stripe.card.note}
      </Text>
    </Stack>
  )
}

type FramedProps = {
  label: string
  /** The name by which the form finds the field to focus. */
  name: string
  error: string | undefined
  onEnter: () => void
  children: ReactNode
}

/** A field of Stripe's in the style of our forms. Stripe itself labels it for screen readers, inside its frame. */
function Framed({ label, name, error, onEnter, children }: FramedProps) {
  return (
    <Input.Wrapper
      label={label}
      required
      error={error}
      labelElement="div"
      labelProps={{ onClick: onEnter }}
    >
      <Input
        component="div"
        classNames={{ input: classes.frame }}
        data-field={name}
        error={error !== undefined}
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => target === currentTarget && onEnter()}
      >
        {children}
      </Input>
    </Input.Wrapper>
  )
}

/** Returns our fields' style, light or dark, for Stripe's frames, which inherit none. */
function useFieldStyle(): StripeElementStyle {
  const scheme = useComputedColorScheme()
  return useMemo(() => {
    const pageStyle = getComputedStyle(document.documentElement)
    const colorOf = (name: string) => pageStyle.getPropertyValue(`--mantine-color-${name}`).trim()
    const isDark = scheme === 'dark'
    return {
      base: {
        color: colorOf('text') || (isDark ? '#c3cad6' : '#161b24'),
        iconColor: colorOf('dimmed'),
        fontFamily: 'system-ui, sans-serif',
        fontSize: '14px',
        '::placeholder': { color: colorOf('placeholder') },
      },
      invalid: { color: colorOf('error') },
    }
  }, [scheme])
}
