import { useState } from 'react'
import { signUp } from '../../lib/auth.ts'
import { demo } from '../../texts/demo.ts'
import { trpc } from '../../trpc.ts'

/** A guest account that nobody can guess, with a demo merchant of its own. */
export function useStartDemo(onReady: () => void) {
  const [isStarting, setIsStarting] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { mutateAsync: create } = trpc.demo.create.useMutation()

  const start = async () => {
    setIsStarting(true)
    setHasFailed(false)
    const guest = crypto.randomUUID()
    const outcome = await signUp({
      email: `demo-${guest}@example.com`,
      password: crypto.randomUUID(),
      name: demo.userName,
    })
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    const isReady =
      outcome.ok &&
      (await create({ timezone }).then(
        () => true,
        () => false,
      ))
    setIsStarting(false)
    if (isReady) onReady()
    else setHasFailed(true)
  }
  return { start, isStarting, hasFailed }
}
