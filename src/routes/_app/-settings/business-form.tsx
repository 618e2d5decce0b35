import {
  Alert,
  Button,
  Divider,
  Group,
  NativeSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { Section } from '#client/components/section.tsx'
import { tidyPhone, tidyWebsite } from '#client/lib/contact-help.ts'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { currencyGroups } from '#client/lib/words/currency-names.ts'
import { useNow } from '#client/lib/words/days.ts'
import { formatDateTime } from '#client/lib/words/format.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import { businessTypes, estimatedVolumes } from '#server/core/merchant.schema.ts'
import {
  type BusinessProfile,
  ChangeBusiness,
  MAX_TAX_ID,
} from '#server/features/merchants/merchants.schema.ts'
import {
  type BusinessValues,
  type Changes,
  changesOf,
  checkBusiness,
  valuesOf,
} from './business-values.ts'

const texts = settings.business

type BusinessFormState = Form<BusinessValues>

export function BusinessForm({ business }: { business: BusinessProfile }) {
  const saved = valuesOf(business)
  const utils = trpc.useUtils()
  const form = useForm<BusinessValues>({
    initial: saved,
    check: checkBusiness,
  })
  const [pendingChanges, setPendingChanges] = useState<Changes>()
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)

  const notifyFailure = (message: string) => notify.error({ title: settings.failed, message })
  const { mutate, isPending } = trpc.merchant.changeBusiness.useMutation({
    onSuccess: (response) => {
      utils.merchant.business.setData(undefined, response)
      setPendingChanges(undefined)
      form.startFrom(valuesOf(response))
      notify.success(texts.done)
    },
    onError: (error) => {
      setPendingChanges(undefined)
      const { detail, issues } = readProblem(error)
      notifyFailure(issues.length > 0 ? texts.refused : detail)
      markRefusedFields(form, issues)
    },
  })

  const submit = form.onSubmit(
    (values) => {
      const changes = changesOf(form.start, values)
      if (refusedBySchema(form, ChangeBusiness, changes)) notifyFailure(texts.refused)
      else if (changes.timezone || changes.currency) setPendingChanges(changes)
      else mutate(changes)
    },
    { isPending },
  )

  return (
    <form aria-label={settings.tabs.business} noValidate onSubmit={submit}>
      <Section title={texts.profile} id="profile">
        <ProfileFields form={form} />
        <Divider />
        <div>
          <Title order={3}>{texts.counting}</Title>
          <Text size="sm" c="dimmed">
            {texts.countingText}
          </Text>
        </div>
        <CountingFields form={form} />
        <Group justify="flex-end">
          <Button type="submit" disabled={isPending || !form.isDirty}>
            {isPending ? texts.saving : texts.save}
          </Button>
        </Group>
      </Section>
      <RecountDialog
        pendingChanges={pendingChanges}
        saved={form.start}
        isPending={isPending}
        onClose={() => setPendingChanges(undefined)}
        onConfirm={() => pendingChanges && mutate(pendingChanges)}
      />
      {question}
    </form>
  )
}

const { fields } = texts

const TICK_MS = 15_000

const currencyOptions = currencyGroups(texts.currencies)

/** Returns the browser's time zones; adds UTC and the current one, which it may not list. */
function zonesWith(current: string) {
  const zoneNames = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  return [...zoneNames].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

function CountingFields({ form }: { form: BusinessFormState }) {
  const now = useNow(TICK_MS)
  const { timezone } = form.values
  const zones = useMemo(() => zonesWith(timezone), [timezone])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={fields.currency}
        inputWrapperOrder={helpBelow}
        description={texts.currencyHelp}
        data={currencyOptions}
        {...form.input('currency')}
      />
      <Select
        label={fields.timezone}
        inputWrapperOrder={helpBelow}
        description={texts.timeThere(formatDateTime(now, timezone))}
        data={zones}
        searchable
        allowDeselect={false}
        nothingFoundMessage={texts.noZone}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
        {...form.input('timezone')}
        onChange={(timezone) => timezone && form.set({ timezone })}
      />
    </SimpleGrid>
  )
}

const typeOptions = businessTypes.map((value) => ({
  value,
  label: texts.businessTypes[value],
}))

/** Keeps the inputs of a row aligned when only one has a help text. */
const helpBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

const volumeOptions = [
  { value: '', label: texts.noVolume },
  ...estimatedVolumes.map((value) => ({ value, label: texts.volumes[value] })),
]

function ProfileFields({ form }: { form: BusinessFormState }) {
  const phone = form.input('businessPhone')
  const website = form.input('businessWebsite')
  const latestPhone = useRef(form.values.businessPhone)
  useEffect(() => {
    latestPhone.current = form.values.businessPhone
  })
  const tidyTypedPhone = async () => {
    const typed = form.values.businessPhone
    const businessPhone = await tidyPhone(typed)
    // Skips the result if the person kept typing.
    if (latestPhone.current === typed && businessPhone !== typed) form.set({ businessPhone })
  }
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={fields.businessName}
          required
          maxLength={200}
          autoComplete="organization"
          {...form.input('businessName')}
        />
        <NativeSelect
          label={fields.businessType}
          data={typeOptions}
          {...form.input('businessType')}
        />
        <TextInput
          label={fields.businessPhone}
          required
          type="tel"
          inputMode="tel"
          maxLength={50}
          autoComplete="tel"
          {...phone}
          onBlur={() => void tidyTypedPhone()}
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
            form.set({ businessWebsite: tidyWebsite(currentTarget.value) })
          }
        />
        <TextInput
          label={fields.businessAddress}
          inputWrapperOrder={helpBelow}
          description={texts.addressHelp}
          maxLength={500}
          autoComplete="street-address"
          {...form.input('businessAddress')}
        />
        <NativeSelect
          label={fields.estimatedVolume}
          data={volumeOptions}
          {...form.input('estimatedVolume')}
        />
        {(['vatNumber', 'taxCode'] as const).map((field) => (
          <TextInput
            key={field}
            label={fields[field]}
            inputWrapperOrder={helpBelow}
            description={texts.taxIdHelp}
            maxLength={MAX_TAX_ID}
            autoCapitalize="characters"
            spellCheck={false}
            {...form.input(field)}
          />
        ))}
      </SimpleGrid>
      <Textarea
        label={fields.businessDescription}
        rows={3}
        maxLength={1000}
        {...form.input('businessDescription')}
      />
    </Stack>
  )
}

const recountTexts = settings.business.recount

type Props = {
  pendingChanges: Changes | undefined
  saved: BusinessValues
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

function RecountDialog({ pendingChanges, saved, isPending, onClose, onConfirm }: Props) {
  return (
    <ConfirmDialog
      opened={pendingChanges !== undefined}
      title={recountTexts.title}
      action={recountTexts.action}
      back={recountTexts.back}
      isPending={isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {recountTexts.text}
      </Alert>
      {pendingChanges?.timezone && (
        <Text size="sm">{recountTexts.zone(saved.timezone, pendingChanges.timezone)}</Text>
      )}
      {pendingChanges?.currency && (
        <Text size="sm">{recountTexts.currency(saved.currency, pendingChanges.currency)}</Text>
      )}
      <Text size="sm">{recountTexts.kept}</Text>
    </ConfirmDialog>
  )
}
