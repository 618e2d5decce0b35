import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { tidyWebsite } from '#client/lib/contact-help.ts'
import { currencyGroups } from '#client/lib/words/currency-names.ts'
import { onboarding } from '#client/texts/en/onboarding.ts'
import { estimatedVolumes } from '#server/core/merchant.schema.ts'
import { Currency } from '#server/shared/money/money.ts'
import type { Answers } from './answers.ts'
import { StepHeading, Suggestion } from './step-parts.tsx'

const texts = onboarding.details

const volumeOptions = [
  { value: '', label: texts.estimatedVolumePlaceholder },
  ...estimatedVolumes.map((value) => ({ value, label: texts.volumes[value] })),
]

const currencyOptions = currencyGroups(texts.currencies, 'it')

type Props = { answers: Answers; onAnswer: (changed: Partial<Answers>) => void }

export function DetailsStep({ answers, onAnswer }: Props) {
  const [suggested, setSuggested] = useState<string>()
  return (
    <Stack gap="md">
      <StepHeading title={texts.title} text={texts.text} />
      <Suggestion
        text={suggested}
        typed={answers.businessWebsite}
        onUse={(businessWebsite) => onAnswer({ businessWebsite })}
      >
        <TextInput
          label={texts.businessWebsite}
          placeholder={texts.businessWebsitePlaceholder}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          value={answers.businessWebsite}
          onChange={({ currentTarget }) => {
            setSuggested(undefined)
            onAnswer({ businessWebsite: currentTarget.value })
          }}
          onBlur={({ currentTarget }) => setSuggested(tidyWebsite(currentTarget.value))}
        />
      </Suggestion>
      <Textarea
        label={texts.businessDescription}
        placeholder={texts.businessDescriptionPlaceholder}
        rows={3}
        maxLength={1000}
        value={answers.businessDescription}
        onChange={({ currentTarget }) => onAnswer({ businessDescription: currentTarget.value })}
      />
      <NativeSelect
        label={texts.estimatedVolume}
        data={volumeOptions}
        value={answers.estimatedVolume}
        onChange={({ currentTarget }) => onAnswer({ estimatedVolume: currentTarget.value })}
      />
      <NativeSelect
        label={texts.currency}
        description={texts.currencyHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={currencyOptions}
        value={answers.currency}
        onChange={({ currentTarget }) =>
          onAnswer({ currency: Currency.catch(answers.currency).parse(currentTarget.value) })
        }
      />
    </Stack>
  )
}
