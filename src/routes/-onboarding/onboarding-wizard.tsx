import { Button, Group, Paper } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import type { Merchant } from '#server/features/merchants/merchants.schema.ts'
import { businessAnswersOf } from '../../lib/business-answers.ts'
import { viewerTimezone } from '../../lib/format.ts'
import { usePageLanguage } from '../../lib/use-page-language.ts'
import { common } from '../../texts/common.ts'
import { onboarding } from '../../texts/onboarding.ts'
import { shell } from '../../texts/shell.ts'
import { type Acceptance, firstAnswers, isBusinessComplete, onboardingOf } from './answers.ts'
import { BusinessStep } from './business-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { DoneStep } from './done-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { useDraft } from './use-draft.ts'
import { useFinish } from './use-finish.ts'
import { WelcomeStep } from './welcome-step.tsx'
import { WizardProgress } from './wizard-progress.tsx'

const REVIEW = 3
const DONE = 4

type Props = {
  user: CurrentUser
  /** The one whose onboarding is to be completed; undefined when it is to be made. */
  merchant: Merchant | undefined
  onSubmit: () => void
}

export function OnboardingWizard({ user, merchant, onSubmit }: Props) {
  usePageLanguage('it')
  useDocumentTitle(`${shell.titles.onboarding} · ${common.product}`)
  const { step, answers, setStep, answer, forget } = useDraft(user.id, () =>
    merchant ? businessAnswersOf(merchant) : firstAnswers(),
  )
  // Payments that are there keep their business days.
  const timezone = merchant?.timezone ?? viewerTimezone()
  const [acceptance, setAcceptance] = useState<Acceptance>({ terms: false, privacy: false })
  const [isRefused, setIsRefused] = useState(false)
  const { finish, isPending, isDone, issues, isOwnerWanted } = useFinish({
    onDone: forget,
    onFailure: () => setStep(REVIEW),
  })
  const panel = useFocusOnStep(step)

  const submit = () => {
    const input = onboardingOf(answers, acceptance, { user, timezone })
    setIsRefused(!acceptance.terms || !acceptance.privacy)
    if (!input) return
    onSubmit()
    setStep(DONE)
    finish(input)
  }

  return (
    <>
      <WizardProgress step={step} isDone={isDone} onStep={step === DONE ? undefined : setStep} />
      <Paper p={{ base: 'md', sm: 'xl' }} mt="lg" ref={panel}>
        {step === 0 && <WelcomeStep firstName={user.firstName} />}
        {step === 1 && <BusinessStep answers={answers} onAnswer={answer} />}
        {step === 2 && <DetailsStep answers={answers} onAnswer={answer} />}
        {step === REVIEW && (
          <ReviewStep
            answers={answers}
            email={user.email}
            acceptance={acceptance}
            onAccept={setAcceptance}
            isRefused={isRefused && !(acceptance.terms && acceptance.privacy)}
            issues={issues}
            isOwnerWanted={isOwnerWanted}
          />
        )}
        {step === DONE && <DoneStep isDone={isDone} />}
        <Group justify="space-between" mt="xl">
          <Button
            variant="default"
            disabled={step === 0 || step === DONE}
            onClick={() => setStep(step - 1)}
          >
            {onboarding.back}
          </Button>
          {step < REVIEW && (
            <Button
              disabled={step === 1 && !isBusinessComplete(answers)}
              onClick={() => setStep(step + 1)}
            >
              {onboarding.next}
            </Button>
          )}
          {(step === REVIEW || isPending) && (
            <Button disabled={isPending} onClick={submit}>
              {isPending ? onboarding.submitting : onboarding.submit}
            </Button>
          )}
        </Group>
      </Paper>
    </>
  )
}

/** A new step begins at its heading, as a new page would. */
function useFocusOnStep(step: number) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    panel.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [step])
  return panel
}
