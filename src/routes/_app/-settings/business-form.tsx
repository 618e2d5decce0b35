import { Button, Group, Stack } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { Merchant } from '#server/features/merchants/merchants.schema.ts'
import { Section } from '../../../components/section.tsx'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { settings } from '../../../texts/settings.ts'
import { trpc } from '../../../trpc.ts'
import {
  type BusinessErrors,
  businessFields,
  type BusinessValues,
  type Changes,
  changesOf,
  checkBusiness,
  valuesOf,
} from './business-values.ts'
import { CountingFields } from './counting-fields.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { RecountDialog } from './recount-dialog.tsx'

const texts = settings.business

export type BusinessFormState = UseFormReturnType<BusinessValues>

export function BusinessForm({ merchant }: { merchant: Merchant }) {
  const form = useForm<BusinessValues>({ mode: 'controlled', initialValues: valuesOf(merchant) })
  const [asked, setAsked] = useState<Changes>()
  useFollow(form, merchant)

  const refuse = (errors: BusinessErrors) => {
    form.setErrors(errors)
    const firstBad = businessFields.find((field) => errors[field])
    if (firstBad) form.getInputNode(firstBad)?.focus()
  }
  const { mutate, isPending } = trpc.merchant.update.useMutation({
    onSuccess: (saved) => {
      setAsked(undefined)
      form.resetDirty(valuesOf(saved))
      form.setValues(valuesOf(saved))
      notify.success(texts.done)
    },
    onError: (error) => {
      setAsked(undefined)
      const { detail, issues } = readProblem(error)
      const message = issues.length > 0 ? texts.refused : detail
      notify.error({ title: settings.failed, message })
      refuse(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
    },
  })

  const submit = () => {
    if (isPending) return
    const errors = checkBusiness(form.values)
    refuse(errors)
    if (Object.keys(errors).length > 0) return
    const changes = changesOf(form.getInitialValues(), form.values)
    if (changes.timezone || changes.currency) setAsked(changes)
    else mutate(changes)
  }

  return (
    <form
      aria-label={settings.tabs.business}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="lg">
        <Section title={texts.profile}>
          <ProfileFields form={form} />
        </Section>
        <Section title={texts.counting} text={texts.countingText}>
          <CountingFields form={form} />
        </Section>
        <Group justify="flex-end">
          <Button type="submit" disabled={isPending || !form.isDirty()}>
            {isPending ? texts.saving : texts.save}
          </Button>
        </Group>
      </Stack>
      <RecountDialog
        asked={asked}
        shown={form.getInitialValues()}
        isPending={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && mutate(asked)}
      />
    </form>
  )
}

/** Shows what somebody else saved, unless something is being typed here. */
function useFollow(form: BusinessFormState, merchant: Merchant) {
  const followed = useRef(merchant.updatedAt)
  useEffect(() => {
    // Only another version of the merchant is a reason; the form changes with every key.
    if (followed.current === merchant.updatedAt || form.isDirty()) return
    followed.current = merchant.updatedAt
    form.resetDirty(valuesOf(merchant))
    form.setValues(valuesOf(merchant))
  }, [form, merchant])
}
