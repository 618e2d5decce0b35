import type { z } from 'zod'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { fieldSentence } from '#server/shared/text/field-sentence.ts'
import type { FieldErrors, Form } from './hooks/use-form.ts'
import { fieldProblem } from './problem.ts'

/** What a call would refuse of its input, in the words of the server, without asking it. */
export function issuesOf(schema: z.ZodType, input: unknown): Issue[] {
  const { error } = schema.safeParse(input)
  return (error?.issues ?? []).map(({ path, message }) => {
    const issue = { path: path.join('.'), message }
    return { ...issue, message: fieldProblem(fieldSentence(issue)) }
  })
}

const topOf = ({ path }: Issue): string => path.split('.')[0] ?? ''

/** Marks the fields that a schema or the server has refused; false when it is no field's fault. */
export function refuseIssues<V extends object>(form: Form<V>, issues: readonly Issue[]): boolean {
  const found = issues.filter((issue) => topOf(issue) in form.values)
  const errors = Object.fromEntries(found.map((issue) => [topOf(issue), issue.message]))
  return form.refuse(errors as FieldErrors<V>)
}

/**
 * Marks what the schema of a call refuses, before anything is sent; undefined when it refuses nothing.
 * What no field stands for, only the server's own answer can explain.
 */
export function refusedBySchema<V extends object>(
  form: Form<V>,
  schema: z.ZodType,
  input: unknown,
): Issue[] | undefined {
  const issues = issuesOf(schema, input)
  const isOfFields = issues.every((issue) => topOf(issue) in form.values)
  return isOfFields && refuseIssues(form, issues) ? issues : undefined
}
