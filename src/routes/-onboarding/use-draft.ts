import { useEffect, useState } from 'react'
import type { Answers } from './answers.ts'

type Draft = { step: number; answers: Answers }

const LAST_QUESTION = 3

const keyOf = (userId: string) => `incasso.onboarding.${userId}`

function load(userId: string, first: Answers): Draft {
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

/** Half-filled answers survive a reload, in this tab only; until then the first ones stand. */
export function useDraft(userId: string, firstAnswers: () => Answers) {
  const [draft, setDraft] = useState(() => load(userId, firstAnswers()))

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
