import { Button, ColorSwatch, Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { Section } from '#client/components/section.tsx'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem, serverMessagesOf } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { formatRatio } from '#client/lib/words/format.ts'
import { look as texts } from '#client/texts/en/look.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import { type Branding, UpdateBranding } from '#server/features/branding/branding.schema.ts'
import { accentColours, contrastOf } from '#server/shared/branding/accent.ts'
import { payColours } from '#server/shared/branding/pay-colours.ts'
import { BrandingPreview } from './branding-preview.tsx'
import {
  type BrandingValues,
  changesOf,
  checkBranding,
  colourOf,
  valuesOf,
} from './branding-values.ts'
import { LogoField } from './logo-field.tsx'
import classes from './look.module.css'

type Props = { look: Branding; businessName: string }

export function BrandingForm({ look: branding, businessName }: Props) {
  const saved = valuesOf(branding)
  const form = useForm<BrandingValues>({ initial: saved, check: checkBranding })
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)
  const utils = trpc.useUtils()
  const notifyFailure = (message: string) => notify.error({ title: settings.failed, message })
  const { mutate, isPending } = trpc.look.update.useMutation({
    onSuccess: (response) => {
      utils.look.get.setData(undefined, response)
      form.startFrom(valuesOf(response))
      notify.success(texts.done)
    },
    onError: (error) => {
      const { detail, issues } = readProblem(error)
      notifyFailure(issues.length > 0 ? texts.refused : detail)
      const [pictureProblem] = serverMessagesOf(error, 'logo')
      markRefusedFields(
        form,
        issues.map((issue) =>
          issue.path === 'logo' && pictureProblem
            ? { ...issue, message: texts.picture(pictureProblem) }
            : issue,
        ),
      )
    },
  })
  const submit = form.onSubmit(
    (values) => {
      const changes = changesOf(form.start, values)
      if (refusedBySchema(form, UpdateBranding, changes)) notifyFailure(texts.refused)
      else mutate(changes)
    },
    { isPending },
  )
  return (
    <form aria-label={settings.tabs.look} noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Section title={texts.title} text={texts.text}>
          <LogoField form={form} />
          <AccentField form={form} />
          <TextInput type="email" label={texts.supportEmail} {...form.input('supportEmail')} />
          <TextInput type="url" label={texts.termsUrl} {...form.input('termsUrl')} />
          <TextInput type="url" label={texts.privacyUrl} {...form.input('privacyUrl')} />
          <Group justify="flex-end">
            <Button type="submit" disabled={isPending || !form.isDirty}>
              {isPending ? texts.saving : texts.save}
            </Button>
          </Group>
        </Section>
        <BrandingPreview values={form.values} businessName={businessName} />
      </Stack>
      {question}
    </form>
  )
}

/** Places the picker next to the field only, not next to the description and error below. */
const fieldWithPicker = (picker: ReactNode) => (field: ReactNode) => (
  <Group gap="sm" wrap="nowrap">
    <div className={classes.grow}>{field}</div>
    {picker}
  </Group>
)

function AccentField({ form }: { form: Form<BrandingValues> }) {
  const colour = colourOf(form.values.accent)
  return (
    <TextInput
      label={texts.accent}
      description={colour ? wordsOf(colour) : texts.accentHelp}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputContainer={fieldWithPicker(
        <input
          type="color"
          className={classes.picker}
          aria-label={texts.accentPicker}
          value={colour ?? payColours.light.accent}
          onChange={({ currentTarget }) => form.set({ accent: currentTarget.value })}
        />,
      )}
      spellCheck={false}
      autoComplete="off"
      leftSection={colour && <ColorSwatch color={colour} size={18} aria-hidden />}
      {...form.input('accent')}
    />
  )
}

function wordsOf(colour: string): string {
  const { fill, on, mark } = accentColours(colour)
  const ratio = formatRatio(contrastOf(fill, on))
  const isAdapted = mark.light !== fill || mark.dark !== fill
  return [texts.contrast(ratio, on === '#000000'), ...(isAdapted ? [texts.adapted] : [])].join(' ')
}
