import { Alert, Checkbox, DataList, List, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Fact } from '#client/components/fact-list.tsx'
import { LegalLink } from '#client/features/legal/legal-links.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { valueProblem } from '#client/lib/problem.ts'
import { currencyName } from '#client/lib/words/currency-names.ts'
import { onboarding } from '#client/texts/en/onboarding.ts'
import { guideProblems } from '#client/texts/en/problems.ts'
import { BusinessType, EstimatedVolume } from '#server/core/merchant.schema.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import type { Acceptance, Answers } from './answers.ts'
import classes from './onboarding.module.css'
import { StepHeading } from './step-parts.tsx'

const texts = onboarding.review

const fieldNames: Record<string, string> = onboarding.fields

const issueLine = ({ path, message }: Issue) =>
  texts.issue(fieldNames[path] ?? path, valueProblem(message, guideProblems))

/** Returns the optional answers that were given, as label and value. */
function optionalRows(answers: Answers): string[][] {
  const { fields, details } = onboarding
  const volume = EstimatedVolume.safeParse(answers.estimatedVolume).data
  return [
    [fields.businessAddress, answers.businessAddress],
    [fields.businessWebsite, answers.businessWebsite],
    [fields.businessDescription, answers.businessDescription],
    [fields.estimatedVolume, volume ? details.volumes[volume] : ''],
  ].filter(([, value]) => value?.trim())
}

type Props = {
  answers: Answers
  email: string
  acceptance: Acceptance
  onAccept: (acceptance: Acceptance) => void
  isRefused: boolean
  issues: Issue[]
  requiresOwner: boolean
}

export function ReviewStep(props: Props) {
  const { answers, email, acceptance, onAccept, isRefused, issues, requiresOwner } = props
  const type = BusinessType.safeParse(answers.businessType).data
  const rows = [
    [onboarding.fields.businessName, answers.businessName],
    [onboarding.fields.businessType, type ? onboarding.business.businessTypes[type] : ''],
    [texts.email, email],
    [onboarding.fields.businessPhone, answers.businessPhone],
    ...optionalRows(answers),
    [onboarding.fields.currency, currencyName(answers.currency, 'it')],
  ]
  return (
    <Stack gap="md">
      <StepHeading title={texts.title} text={texts.text} />
      {requiresOwner && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          {texts.ownerOnly}
        </Alert>
      )}
      {issues.length > 0 && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          <Text size="sm">{texts.issues}</Text>
          <List size="sm">
            {issues.map((issue) => (
              <List.Item key={issue.path}>{issueLine(issue)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DataList withDivider labelWidth="min(11rem, 40%)" className={classes.answers}>
        {rows.map(([label = '', value]) => (
          <Fact key={label} label={label}>
            {value || texts.empty}
          </Fact>
        ))}
      </DataList>
      <Checkbox
        mt="xs"
        label={
          <>
            {texts.terms.before}
            <LegalLink name="terms" language={languageFor('it')} newTab={texts.newTab}>
              {texts.terms.link}
            </LegalLink>
          </>
        }
        checked={acceptance.terms}
        onChange={({ currentTarget }) => onAccept({ ...acceptance, terms: currentTarget.checked })}
      />
      <Checkbox
        label={
          <>
            {texts.privacy.before}
            <LegalLink name="privacy" language={languageFor('it')} newTab={texts.newTab}>
              {texts.privacy.link}
            </LegalLink>
          </>
        }
        checked={acceptance.privacy}
        onChange={({ currentTarget }) =>
          onAccept({ ...acceptance, privacy: currentTarget.checked })
        }
      />
      <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.refusal}>
        {isRefused ? texts.mustAccept : ''}
      </Text>
    </Stack>
  )
}
