import type { z } from 'zod'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { fieldSentence } from '#server/shared/text/field-sentence.ts'
import type { FieldErrors, Form } from './hooks/use-form.ts'
import { fieldProblem } from './problem.ts'

/**
 * Returns the issues that the server would report for a call's input, in the page's language, without a
 * request.
 */
export function issuesOf(schema: z.ZodType, input: unknown): Issue[] {
  const { error } = schema.safeParse(input)
  return (error?.issues ?? []).map(({ path, message }) => {
    const issue = { path: path.join('.'), message }
    return { ...issue, message: fieldProblem(fieldSentence(issue)) }
  })
}

const topOf = ({ path }: Issue): string => path.split('.')[0] ?? ''

/** Marks the fields that a schema or the server has refused; returns false when no issue belongs to a field. */
export function markRefusedFields<V extends object>(
  form: Form<V>,
  issues: readonly Issue[],
): boolean {
  const found = issues.filter((issue) => topOf(issue) in form.values)
  const errors = Object.fromEntries(found.map((issue) => [topOf(issue), issue.message]))
  return form.refuse(errors as FieldErrors<V>)
}

/**
 * Marks the fields that a call's schema refuses, before anything is sent. Returns undefined when the
 * input is valid, or when an issue has no field in the form. The caller then sends the request, and the server's
 * response explains the issue.
 */
export function refusedBySchema<V extends object>(
  form: Form<V>,
  schema: z.ZodType,
  input: unknown,
): Issue[] | undefined {
  const issues = issuesOf(schema, input)
  const areAllInForm = issues.every((issue) => topOf(issue) in form.values)
  return areAllInForm && markRefusedFields(form, issues) ? issues : undefined
}
