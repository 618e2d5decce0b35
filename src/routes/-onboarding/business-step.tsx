import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { tidyPhone } from '#client/lib/contact-help.ts'
import { onboarding } from '#client/texts/en/onboarding.ts'
import { businessTypes } from '#server/core/merchant.schema.ts'
import { type Answers, isBusinessComplete } from './answers.ts'
import { StepHeading, Suggestion } from './step-parts.tsx'

const texts = onboarding.business

const typeOptions = [
  { value: '', label: texts.businessTypePlaceholder },
  ...businessTypes.map((value) => ({ value, label: texts.businessTypes[value] })),
]

type Props = { answers: Answers; onAnswer: (changed: Partial<Answers>) => void }

export function BusinessStep({ answers, onAnswer }: Props) {
  const [suggested, setSuggested] = useState<string>()
  return (
    <Stack gap="md">
      <StepHeading title={texts.title} text={texts.text} />
      <TextInput
        label={texts.businessName}
        placeholder={texts.businessNamePlaceholder}
        required
        maxLength={200}
        autoComplete="organization"
        value={answers.businessName}
        onChange={({ currentTarget }) => onAnswer({ businessName: currentTarget.value })}
      />
      <NativeSelect
        label={texts.businessType}
        required
        data={typeOptions}
        value={answers.businessType}
        onChange={({ currentTarget }) => onAnswer({ businessType: currentTarget.value })}
      />
      <Suggestion
        text={suggested}
        typed={answers.businessPhone}
        onUse={(businessPhone) => onAnswer({ businessPhone })}
      >
        <TextInput
          label={texts.businessPhone}
          placeholder={texts.businessPhonePlaceholder}
          required
          type="tel"
          inputMode="tel"
          maxLength={50}
          autoComplete="tel"
          value={answers.businessPhone}
          onChange={({ currentTarget }) => {
            setSuggested(undefined)
            onAnswer({ businessPhone: currentTarget.value })
          }}
          onBlur={async ({ currentTarget }) => setSuggested(await tidyPhone(currentTarget.value))}
        />
      </Suggestion>
      <TextInput
        label={`${texts.businessAddress} (${onboarding.optional})`}
        placeholder={texts.businessAddressPlaceholder}
        maxLength={500}
        autoComplete="street-address"
        value={answers.businessAddress}
        onChange={({ currentTarget }) => onAnswer({ businessAddress: currentTarget.value })}
      />
      {!isBusinessComplete(answers) && (
        <Text size="sm" c="dimmed">
          {texts.incomplete}
        </Text>
      )}
    </Stack>
  )
}
