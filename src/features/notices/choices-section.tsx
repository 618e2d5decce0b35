import { NativeSelect, SimpleGrid } from '@mantine/core'
import { ListStates } from '#client/components/list/list-states.tsx'
import { Section } from '#client/components/section.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { notices } from '#client/texts/en/notices.ts'
import { trpc } from '#client/trpc.ts'
import type { ChoiceList } from '#server/features/notices/notices.schema.ts'
import { noticeChoices } from '#server/shared/notices/notice-kind.ts'
import { noticeKinds } from '#server/shared/notices/notice-kinds.ts'

const texts = notices.choices

const options = noticeChoices.map((value) => ({ value, label: texts.names[value] }))

/** The person's choices: how they get each kind of notice. */
export function ChoicesSection() {
  const query = trpc.notices.choices.useQuery()
  const text = query.data?.hasMail === false ? `${texts.text} ${texts.noMail}` : texts.text
  return (
    <Section title={texts.title} id="notices" text={text}>
      <ListStates query={query} failed={texts.loadFailed} rows={4} rowHeight="3.5rem">
        {({ choices }) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {choices.map((each) => (
              <Choice key={each.kind} {...each} />
            ))}
          </SimpleGrid>
        )}
      </ListStates>
    </Section>
  )
}

function Choice({ kind, choice }: ChoiceList['choices'][number]) {
  const { name, isInDigest } = noticeKinds[kind]
  const label = name[languageFor('en')]
  const utils = trpc.useUtils()
  const { mutate, isPending, variables } = trpc.notices.choose.useMutation({
    onSuccess: () => notify.success(texts.done(label)),
    onError: (error) => {
      void utils.notices.choices.invalidate()
      notify.error({ title: texts.failed, message: readProblem(error).detail })
    },
  })
  return (
    <NativeSelect
      label={label}
      description={isInDigest ? texts.quiet : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      data={options}
      value={isPending ? variables.choice : choice}
      disabled={isPending}
      onChange={({ currentTarget: { value } }) => {
        const chosen = noticeChoices.find((each) => each === value)
        if (chosen) mutate({ kind, choice: chosen })
      }}
    />
  )
}
