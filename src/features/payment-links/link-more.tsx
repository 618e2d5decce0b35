import { Button, Checkbox, Fieldset, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type Form, isBlank } from '#client/lib/hooks/use-form.ts'
import { linkForm as texts } from '#client/texts/en/link-form.ts'
import { LinkChoiceFields } from './choices/link-choices.tsx'
import { LinkMethodFields } from './choices/link-methods.tsx'
import { type LinkValues, questionFields, requiredFields } from './link-values.ts'
import classes from './payment-links.module.css'

type Props = { form: Form<LinkValues> }

const optionsOf = <T extends string>(values: readonly T[], names: Record<T, string>) =>
  values.map((value) => ({ value, label: names[value] }))

const usesOptions = optionsOf(['many', 'once', 'some'], texts.usesOptions)
const afterOptions = optionsOf(['thanks', 'message', 'url'], texts.afterOptions)

const languageOptions = [
  { value: '', label: texts.languages.own },
  { value: 'it', label: texts.languages.it },
  { value: 'en', label: texts.languages.en },
]

/** The link's optional settings, which most merchants leave unchanged. */
export function LinkMore({ form, timezone }: Props & { timezone: string }) {
  const { uses, after } = form.values
  return (
    <Stack gap="md">
      <TextInput
        label={texts.description}
        description={texts.descriptionHelp}
        maxLength={1000}
        autoComplete="off"
        {...form.input('description')}
      />
      <LinkChoiceFields form={form} />
      <NativeSelect label={texts.uses} data={usesOptions} {...form.input('uses')} />
      {uses === 'some' && (
        <TextInput
          label={texts.maxUses}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
          {...form.input('maxUses')}
        />
      )}
      <TextInput
        type="datetime-local"
        label={texts.expiresAt}
        description={texts.zone(timezone)}
        {...form.input('expiresAt')}
      />
      <Questions form={form} />
      <NativeSelect label={texts.after} data={afterOptions} {...form.input('after')} />
      {after === 'message' && (
        <TextInput
          label={texts.afterMessage}
          maxLength={500}
          autoComplete="off"
          required
          {...form.input('afterMessage')}
        />
      )}
      {after === 'url' && (
        <TextInput
          label={texts.afterUrl}
          description={texts.afterUrlHelp}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          required
          {...form.input('afterUrl')}
        />
      )}
      <LinkMethodFields form={form} />
      <NativeSelect label={texts.language} data={languageOptions} {...form.input('language')} />
    </Stack>
  )
}

function Questions({ form }: Props) {
  const { values } = form
  const filledCount = questionFields.findLastIndex((field) => !isBlank(values[field])) + 1
  const [added, setAdded] = useState(1)
  const shown = Math.max(filledCount, added)
  return (
    <Fieldset
      legend={texts.questions}
      variant="unstyled"
      classNames={{ root: classes.questions, legend: classes.legend }}
    >
      <Text size="xs" c="dimmed" mb="xs">
        {texts.questionsHelp}
      </Text>
      <Stack gap="sm">
        {questionFields.slice(0, shown).map((field, at) => {
          const required = requiredFields[at] ?? 'required1'
          return (
            <Stack key={field} gap={6}>
              <TextInput
                aria-label={texts.question(at + 1)}
                placeholder={at === 0 ? texts.questionPlaceholder : undefined}
                maxLength={80}
                autoComplete="off"
                {...form.input(field)}
              />
              <Checkbox
                size="sm"
                label={texts.requiredShort}
                aria-label={texts.required(at + 1)}
                checked={values[required]}
                onChange={({ currentTarget }) => form.set({ [required]: currentTarget.checked })}
              />
            </Stack>
          )
        })}
        {shown < questionFields.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdded(shown + 1)}
          >
            {texts.addQuestion}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
