import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { notify } from '../../lib/notify.tsx'
import { readProblem } from '../../lib/problem.ts'
import { demo } from '../../texts/demo.ts'
import { queryClient, trpc } from '../../trpc.ts'
import classes from './demo-mark.module.css'

/** Says that what is shown is invented, and takes it all away again. */
export function DemoMark() {
  const { data } = trpc.demo.state.useQuery()
  const navigate = useNavigate()
  const remove = trpc.demo.remove.useMutation({
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: '/sign-in' })
    },
    onError: (error) =>
      notify.error({ title: demo.removeFailed, message: readProblem(error).detail }),
  })
  if (!data?.isDemo) return null
  return (
    <>
      {` · ${demo.marked} · `}
      <UnstyledButton
        className={classes.remove}
        onClick={() => remove.mutate({})}
        disabled={remove.isPending}
      >
        {remove.isPending ? demo.removing : demo.remove}
      </UnstyledButton>
    </>
  )
}
