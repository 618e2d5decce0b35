import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Onboarding } from '#server/features/merchants/merchants.schema.ts'
import type { Issue } from '#server/shared/errors.ts'
import { notify } from '../../lib/notify.tsx'
import { readProblem } from '../../lib/problem.ts'
import { onboarding } from '../../texts/onboarding.ts'
import { trpc } from '../../trpc.ts'

const STAY_MS = 3000

type Handlers = { onDone: () => void; onFailure: () => void }

/** Sends the answers; after a success the last step stays a moment, then the dashboard opens. */
export function useFinish({ onDone, onFailure }: Handlers) {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [issues, setIssues] = useState<Issue[]>([])
  const [isOwnerWanted, setOwnerWanted] = useState(false)
  const leaveFinished = async () => {
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
        // Finished in another tab: there is nothing left to do here.
        void leaveFinished()
        return
      }
      setIssues(found)
      setOwnerWanted(reason === 'owner_only')
      notify.error({ ...onboarding.failure, lang: 'it' })
      onFailure()
    },
  })

  useEffect(() => {
    if (!onboard.isSuccess) return
    const timer = setTimeout(() => void navigate({ to: '/dashboard' }), STAY_MS)
    return () => clearTimeout(timer)
  }, [onboard.isSuccess, navigate])

  return {
    finish: (input: Onboarding) => {
      setIssues([])
      setOwnerWanted(false)
      onboard.mutate(input)
    },
    isPending: onboard.isPending,
    isDone: onboard.isSuccess,
    issues,
    /** Refused, because somebody else owns the merchant. */
    isOwnerWanted,
  }
}
