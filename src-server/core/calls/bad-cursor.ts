import { AppError } from './errors.ts'

/** Returns the error for a cursor that is malformed, or that belongs to another list or sort. */
export const badCursor = (): AppError => {
  const issue = {
    path: 'cursor',
    message: 'must come from a response of a list with the same sort',
  }
  return new AppError('invalid', `${issue.path}: ${issue.message}`, { issues: [issue] })
}
