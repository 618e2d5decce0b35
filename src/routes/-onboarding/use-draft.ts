import { useEffect, useState } from 'react'
import { type Answers, noAnswers } from './answers.ts'

type Draft = { step: number; answers: Answers }

const LAST_QUESTION = 3

const keyOf = (userId: string) => `incasso.onboarding.${userId}`

function load(userId: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}') as Partial<Draft>
    return {
      step: Math.min(Math.max(Number(stored.step) || 0, 0), LAST_QUESTION),
      answers: { ...noAnswers, ...stored.answers },
    }
  } catch {
    return { step: 0, answers: noAnswers }
  }
}

/** Half-filled answers survive a reload, in this tab only. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => load(userId))

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
