import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { businessTypes, estimatedVolumes } from '#server/features/merchants/merchants.schema.ts'
import { tidyPhone, tidyWebsite } from '../../../lib/contact-help.ts'
import { settings } from '../../../texts/settings.ts'
import type { BusinessFormState } from './business-form.tsx'

const texts = settings.business
const { fields } = texts

const typeOptions = businessTypes.map((value) => ({ value, label: texts.businessTypes[value] }))

const volumeOptions = [
  { value: '', label: texts.noVolume },
  ...estimatedVolumes.map((value) => ({ value, label: texts.volumes[value] })),
]

export function ProfileFields({ form }: { form: BusinessFormState }) {
  const phone = form.getInputProps('businessPhone')
  const website = form.getInputProps('businessWebsite')
  const tidy = async () => {
    const typed = form.getValues().businessPhone
    const tidied = await tidyPhone(typed)
    // Whoever types on meanwhile is not interrupted.
    if (form.getValues().businessPhone === typed) form.setFieldValue('businessPhone', tidied)
  }
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={fields.businessName}
          required
          maxLength={200}
          autoComplete="organization"
          {...form.getInputProps('businessName')}
        />
        <NativeSelect
          label={fields.businessType}
          data={typeOptions}
          {...form.getInputProps('businessType')}
        />
        <TextInput
          label={fields.businessPhone}
          required
          type="tel"
          inputMode="tel"
          maxLength={50}
          autoComplete="tel"
          {...phone}
          onBlur={() => void tidy()}
        />
        <TextInput
          label={fields.businessWebsite}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          {...website}
          onBlur={({ currentTarget }) =>
            form.setFieldValue('businessWebsite', tidyWebsite(currentTarget.value))
          }
        />
        <TextInput
          label={fields.businessAddress}
          maxLength={500}
          autoComplete="street-address"
          {...form.getInputProps('businessAddress')}
        />
        <NativeSelect
          label={fields.estimatedVolume}
          data={volumeOptions}
          {...form.getInputProps('estimatedVolume')}
        />
      </SimpleGrid>
      <Textarea
        label={fields.businessDescription}
        rows={3}
        maxLength={1000}
        {...form.getInputProps('businessDescription')}
      />
    </Stack>
  )
}
