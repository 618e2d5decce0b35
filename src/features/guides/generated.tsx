import { Button, Group, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { z } from 'zod'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { aiGuides } from '#client/texts/en/ai-guides.ts'
import { guideProblems } from '#client/texts/en/problems.ts'
import classes from './guides.module.css'

type GenerateProps = {
  label: string
  isMaking: boolean
  isReady: boolean
  onClick: () => void
}

/** Nothing is asked before the person clicks. */
export function GenerateButton({ label, isMaking, isReady, onClick }: GenerateProps) {
  return (
    <Group>
      <Button
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={isMaking}
        onClick={onClick}
      >
        {label}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isMaking && aiGuides.making}
        {isReady && !isMaking && aiGuides.ready}
      </Text>
    </Group>
  )
}

/** A guide as plain text in an area of limited height. */
export function GuideText({ text }: { text: string }) {
  return (
    <section
      className={classes.generated}
      aria-label={aiGuides.text}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
    >
      {text || aiGuides.missing}
    </section>
  )
}

/** What a failed call is told as. */
export const failureLine = (error: unknown): string =>
  problemLine(readProblem(error, guideProblems)) || aiGuides.unknown

/** An answer of the shape that was agreed on; undefined for any other, which a page has words for. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T | undefined {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  // A newer server may say more than this page knows.
  const isMore = read.error.issues.every(({ code }) => code === 'unrecognized_keys')
  return isMore ? (answer as T) : undefined
}

/** A text, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
