import { Button, Group, Paper, Progress, Stack, Stepper, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { businessDetailsOf } from '#client/lib/business-details.ts'
import { currentLanguage, proposedLanguage } from '#client/lib/chosen-language.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { usePageLanguage } from '#client/lib/hooks/use-page-language.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { viewerTimezone } from '#client/lib/words/format.ts'
import { common } from '#client/texts/en/common.ts'
import { onboarding } from '#client/texts/en/onboarding.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import {
  type Acceptance,
  type Answers,
  firstAnswers,
  isBusinessComplete,
  onboardingOf,
} from './answers.ts'
import { BusinessStep } from './business-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { LanguageLine } from './language-line.tsx'
import classes from './onboarding.module.css'
import { DoneStep, WelcomeStep } from './outer-steps.tsx'
import { ReviewStep } from './review-step.tsx'

const REVIEW = 3
const DONE = 4

type Props = {
  user: CurrentUser
  /** The merchant whose onboarding is to be completed; undefined for a new one. */
  merchant: Merchant | undefined
  onSubmit: () => void
}

export function OnboardingWizard({ user, merchant, onSubmit }: Props) {
  usePageLanguage('it')
  useDocumentTitle(`${shell.titles.onboarding} · ${common.product}`)
  const { step, answers, setStep, answer, forget } = useDraft(user.id, () =>
    merchant ? businessDetailsOf(merchant) : firstAnswers(),
  )
  // Existing payments keep their business days, so the merchant's time zone stays.
  const timezone = merchant?.timezone ?? viewerTimezone()
  const [acceptance, setAcceptance] = useState<Acceptance>({ terms: false, privacy: false })
  const [isRefused, setIsRefused] = useState(false)
  const { finish, isPending, isDone, issues, requiresOwner } = useFinish({
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
        {step === 0 && <LanguageLine />}
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
            requiresOwner={requiresOwner}
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

/** Moves the focus to the heading of each new step, as on a new page. */
function useFocusOnStep(step: number) {
  const panel = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    panel.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [step])
  return panel
}

const LAST_STEP_MS = 3000

type Handlers = { onDone: () => void; onFailure: () => void }

/** Sends the answers. After a success the last step stays visible for a moment, then the dashboard opens. */
function useFinish({ onDone, onFailure }: Handlers) {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [issues, setIssues] = useState<Issue[]>([])
  const [requiresOwner, setRequiresOwner] = useState(false)
  const openDashboard = async () => {
    await utils.invalidate()
    await navigate({ to: '/dashboard' })
  }
  const onboard = trpc.merchant.onboard.useMutation({
    onSuccess: () => {
      onDone()
      notify.success({ ...onboarding.success, lang: 'it' })
    },
    onError: (error) => {
      const { code, reason, issues: found } = readProblem(error)
      if (code === 'conflict') {
        // The onboarding was completed in another tab, so nothing remains to do here.
        void openDashboard()
        return
      }
      setIssues(found)
      setRequiresOwner(reason === 'owner_only')
      notify.error({ ...onboarding.failure, lang: 'it' })
      onFailure()
    },
  })

  const saveProposed = useSaveProposedLanguage()
  useEffect(() => {
    if (!onboard.isSuccess) return
    // Saved at once, because the person may leave by a button before the timer ends. A failure only leaves the
    // dashboard in another language.
    const saving = saveProposed().catch(() => undefined)
    const timer = setTimeout(
      () => void saving.then(() => navigate({ to: '/dashboard' })),
      LAST_STEP_MS,
    )
    return () => {
      clearTimeout(timer)
      // Reading the preferences again loads the next page in the saved language.
      void saving.then(() => utils.preferences.invalidate())
    }
  }, [onboard.isSuccess, navigate, saveProposed, utils])

  return {
    finish: (input: Onboarding) => {
      setIssues([])
      setRequiresOwner(false)
      onboard.mutate(input)
    },
    isPending: onboard.isPending,
    isDone: onboard.isSuccess,
    issues,
    /** The server refused, because another person owns the merchant. */
    requiresOwner,
  }
}

/**
 * Returns a function that saves the proposed language of a person who has not chosen one. Failures are harmless: the
 * user menu offers the language.
 */
function useSaveProposedLanguage(): () => Promise<unknown> {
  const utils = trpc.useUtils()
  return useCallback(async () => {
    const proposed = proposedLanguage()
    if (proposed === currentLanguage) return
    const { language } = await utils.preferences.current.fetch()
    if (language !== null) return
    await utils.client.preferences.save.mutate({ language: proposed })
  }, [utils])
}

type WizardProgressProps = {
  step: number
  isDone: boolean
  onStep: ((step: number) => void) | undefined
}

function WizardProgress({ step, isDone, onStep }: WizardProgressProps) {
  const isNarrow = useNarrow()
  const count = onboarding.steps.length
  const label = onboarding.progress(step + 1)
  if (isNarrow) {
    return (
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {onboarding.steps[step]}
          </Text>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
        </Group>
        <Progress value={((step + 1) / count) * 100} aria-label={label} />
      </Stack>
    )
  }
  return (
    <Stepper
      active={isDone ? count : step}
      onStepClick={onStep}
      allowNextStepsSelect={false}
      size="sm"
      iconSize={34}
      labelPosition="bottom"
      wrap={false}
      classNames={{ step: classes.step, stepIcon: classes.icon, stepLabel: classes.label }}
      aria-label={label}
      role="group"
    >
      {onboarding.steps.map((name, index) => (
        <Stepper.Step
          key={name}
          label={name}
          allowStepSelect={onStep !== undefined && index < step}
          aria-current={index === step ? 'step' : undefined}
        />
      ))}
    </Stepper>
  )
}

type Draft = { step: number; answers: Answers }

const LAST_QUESTION = 3

const keyOf = (userId: string) => `incasso.onboarding.${userId}`

function loadDraft(userId: string, first: Answers): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}') as Partial<Draft>
    return {
      step: Math.min(Math.max(Number(stored.step) || 0, 0), LAST_QUESTION),
      answers: { ...first, ...stored.answers },
    }
  } catch {
    return { step: 0, answers: first }
  }
}

/** Keeps unsent answers across reloads, in this tab only. Starts with `firstAnswers`. */
function useDraft(userId: string, firstAnswers: () => Answers) {
  const [draft, setDraft] = useState(() => loadDraft(userId, firstAnswers()))

  useEffect(() => {
    if (draft.step <= LAST_QUESTION) sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  }, [draft, userId])

  return {
    ...draft,
    setStep: (step: number) => setDraft((before) => ({ ...before, step })),
    answer: (changed: Partial<Answers>) =>
      setDraft((before) => ({ ...before, answers: { ...before.answers, ...changed } })),
    forget: () => sessionStorage.removeItem(keyOf(userId)),
  }
}
